import { describe, expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';
import { createOverlapLead } from './ffmpeg-lead.ts';

const sampleRate = 48_000;
const sound = noise(-20, 100, sampleRate);
const frame = 2_000_000;
const tail = sound.slice(frame - 4 * slotFloats, frame);

/** Passes samples as ffmpeg writes them, and returns those to send. */
function passed(lead: ReturnType<typeof createOverlapLead>, samples: Float32Array) {
  const octets = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const parts: Uint8Array[] = [];
  // Copied, as the core's memory is reused.
  for (let at = 0; at < octets.length && !lead.isLost; at += 32_768)
    parts.push(...lead.pass(octets.slice(at, at + 32_768)));
  parts.push(...lead.end());
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Float32Array(all.buffer);
}

describe('a run that starts before the samples that were sent last', () => {
  it.each([
    ['goes on after them', 777, sound.length],
    ['goes on after them, although the file ends soon', 1_000_000, frame + 5],
    ['has nothing more at the end of the file', 1_000_000, frame],
  ])('%s', (_name, from, to) => {
    const lead = createOverlapLead({ tail, channels: 1, frames: 0 });
    expect(passed(lead, sound.subarray(from, to))).toEqual(sound.slice(frame, to));
    expect(lead.isLost).toBe(false);
  });

  it.each([
    ['after them', frame, sound.length],
    ['too long before them', 0, 0],
    ['at the end of the file', sound.length - 10, sound.length],
  ])('is lost if it starts %s', (_name, from, to) => {
    const lead = createOverlapLead({ tail, channels: 1, frames: 0 });
    const heard = to === 0 ? noise(-20, 100, sampleRate, 9) : sound.subarray(from, to);
    expect(passed(lead, heard)).toHaveLength(0);
    expect(lead.isLost).toBe(true);
  });

  it('finds them in eight channels, of which a second has eight times as many samples', () => {
    const channels = 8;
    const many = noise(-20, 100, sampleRate);
    const end = many.length - 8_000;
    const lead = createOverlapLead({
      tail: many.slice(end - 4 * slotFloats, end),
      channels,
      frames: 600_000,
    });
    expect(passed(lead, many)).toEqual(many.slice(end));
  });
});
