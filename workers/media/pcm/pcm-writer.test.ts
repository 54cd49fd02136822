import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotFloats } from './pcm-stream.ts';
import { createPcmWriter } from './pcm-writer.ts';

describe('blocks of decoded sound', () => {
  it('hold every frame in order, whatever it comes in, none larger than a block', () => {
    const sizes = fc.array(fc.nat(70_000), { maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 3 }), (packets, channels) => {
        const writer = createPcmWriter(channels);
        const sent: Float32Array[] = [];
        let next = 0;
        for (const frames of packets) {
          writer.write(frames, (target, from, count) => {
            for (let i = 0; i < count * channels; i++) target[i] = next + from * channels + i;
          });
          next += frames * channels;
          sent.push(...writer.take().map((block) => block.slice()));
        }
        sent.push(...writer.take(true).map((block) => block.slice()));
        let at = 0;
        let isInOrder = true;
        for (const block of sent) for (const value of block) isInOrder &&= value === at++;
        expect(isInOrder).toBe(true);
        expect(at).toBe(next);
        expect(writer.frames * channels).toBe(next);
        expect(sent.every(({ byteLength }) => byteLength <= 4 * slotFloats)).toBe(true);
        expect(sent.every(({ length }) => length % channels === 0)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('stay as they are until the next are taken, however much is written meanwhile', () => {
    const writer = createPcmWriter(1);
    const frames = slotFloats;
    const write = (value: number, blocks: number) =>
      writer.write(blocks * frames, (target, _, count) => void target.fill(value, 0, count));
    const firsts = (blocks: Float32Array[]) => blocks.map((block) => block[0]);
    write(1, 2);
    const taken = writer.take();
    write(2, 3);
    expect(firsts(taken)).toEqual([1, 1]);
    const next = writer.take();
    write(3, 2);
    expect(firsts(next)).toEqual([2, 2, 2]);
    // They reuse the memory of the first two.
    expect(new Set(writer.take().map(({ buffer }) => buffer))).toEqual(
      new Set(taken.map(({ buffer }) => buffer)),
    );
  });
});
