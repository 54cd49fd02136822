import { describe, expect, it } from 'vitest';
import { createPcmOutput } from './ffmpeg-output.ts';
import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';

function collect(channels: number, skip = 0) {
  const blocks: Float32Array[] = [];
  const counts: number[] = [];
  const slot = new Float32Array(new SharedArrayBuffer(4 * slotFloats));
  // One slot in shared memory that is reused, as in a ring.
  const sender = { slot: () => slot, post: (floats: number) => void blocks.push(slot.slice(0, floats)) };
  const output = createPcmOutput(sender, channels, (frames) => counts.push(frames), skip);
  return { blocks, counts, output };
}

/** ffmpeg writes full buffers, not whole samples. */
function writeInPieces(output: { write: ReturnType<typeof createPcmOutput>['write'] }, bytes: Uint8Array) {
  const heap = new Int8Array(bytes.length + 64);
  heap.set(bytes, 64);
  for (let at = 0; at < bytes.length;) {
    const length = Math.min(32_767, bytes.length - at);
    expect(output.write({}, heap, 64 + at, length, at)).toBe(length);
    at += length;
  }
}

describe('the output for decoded sound', () => {
  it('passes every sample on, in whole frames', () => {
    const { blocks, counts, output } = collect(3);
    const samples = Float32Array.from({ length: 3 * 100_000 }, (_, i) => i);
    writeInPieces(output, new Uint8Array(samples.buffer));
    output.finish();
    const sent = blocks.flatMap((block) => [...block]);
    expect(sent).toEqual([...samples]);
    expect(blocks.every((block) => block.length % 3 === 0)).toBe(true);
    expect(counts.at(-1)).toBe(100_000);
  });

  it('passes over what another decoder has sent', () => {
    const { blocks, counts, output } = collect(2, 30_001);
    const samples = Float32Array.from({ length: 2 * 50_000 }, (_, i) => i);
    writeInPieces(output, new Uint8Array(samples.buffer));
    output.finish();
    expect(blocks.flatMap((block) => [...block])).toEqual([...samples.subarray(2 * 30_001)]);
    expect(Math.min(...counts)).toBe(30_001);
    expect(counts.at(-1)).toBe(50_000);
  });

  it('drops what is left of a frame that was cut off', () => {
    const { blocks, output } = collect(2);
    writeInPieces(output, new Uint8Array(Float32Array.of(1, 2, 3).buffer));
    output.finish();
    expect(blocks.flatMap((block) => [...block])).toEqual([1, 2]);
  });
});
