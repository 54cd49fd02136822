import { describe, expect, it } from 'vitest';
import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';
import { createSkippedLead } from './ffmpeg-lead.ts';
import { createPcmOutput } from './ffmpeg-output.ts';

function collect(channels: number, { sent = 0, room = Infinity } = {}) {
  const blocks: Float32Array[] = [];
  const counts: number[] = [];
  const slot = new Float32Array(new SharedArrayBuffer(4 * slotFloats));
  // One slot in shared memory that is reused, as in a ring.
  const sender = { slot: () => slot, post: (floats: number) => void blocks.push(slot.slice(0, floats)) };
  const lead = createSkippedLead(4 * channels * sent);
  const onFrames = (frames: number) => void counts.push(frames);
  const stop = () => new Error('stopped');
  const output = createPcmOutput({ sender, channels, lead, sent, room, onFrames, stop });
  return { blocks, counts, output };
}

/** ffmpeg writes full buffers, not whole samples. */
function writeInPieces(output: Pick<ReturnType<typeof createPcmOutput>, 'write'>, samples: Float32Array) {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const heap = new Int8Array(bytes.length + 64);
  heap.set(bytes, 64);
  for (let at = 0; at < bytes.length;) {
    const length = Math.min(32_767, bytes.length - at);
    expect(output.write({}, heap, 64 + at, length, at)).toBe(length);
    at += length;
  }
}

const ramp = (length: number) => Float32Array.from({ length }, (_, i) => i);

describe('the output for decoded sound', () => {
  it('passes every sample on, in whole frames', () => {
    const { blocks, counts, output } = collect(3);
    const samples = ramp(3 * 100_000);
    writeInPieces(output, samples);
    output.finish();
    const sent = blocks.flatMap((block) => [...block]);
    expect(sent).toEqual([...samples]);
    expect(blocks.every((block) => block.length % 3 === 0)).toBe(true);
    expect(counts.at(-1)).toBe(100_000);
  });

  it('passes over what another decoder has sent', () => {
    const { blocks, counts, output } = collect(2, { sent: 30_001 });
    const samples = ramp(2 * 50_000);
    writeInPieces(output, samples);
    output.finish();
    expect(blocks.flatMap((block) => [...block])).toEqual([...samples.subarray(2 * 30_001)]);
    expect(Math.min(...counts)).toBe(30_001);
    expect(counts.at(-1)).toBe(50_000);
  });

  it('drops what is left of a frame that was cut off', () => {
    const { blocks, output } = collect(2);
    writeInPieces(output, Float32Array.of(1, 2, 3));
    output.finish();
    expect(blocks.flatMap((block) => [...block])).toEqual([1, 2]);
  });

  it('ends the run where there is no more room, and has the last blocks', () => {
    const { blocks, counts, output } = collect(3, { room: 6 });
    const blockFloats = slotFloats - (slotFloats % 3);
    const samples = ramp(8 * blockFloats);
    expect(() => writeInPieces(output, samples)).toThrow('stopped');
    expect(() => output.write({}, new Int8Array(12), 0, 12, 0)).toThrow('stopped');
    output.finish();
    expect(output.isFull).toBe(true);
    expect(blocks).toHaveLength(6);
    expect(output.frames).toBe((6 * blockFloats) / 3);
    expect(counts.at(-1)).toBe(output.frames);
    expect(output.tail()).toEqual(samples.subarray(2 * blockFloats, 6 * blockFloats));
  });

  it('is not full if the sound ends exactly where the room does', () => {
    const { blocks, output } = collect(2, { room: 2 });
    writeInPieces(output, ramp(2 * slotFloats));
    output.finish();
    expect([output.isFull, blocks.length]).toEqual([false, 2]);
  });
});
