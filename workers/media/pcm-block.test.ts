import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockBytes, createPcmWriter } from './pcm-block.ts';

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
          sent.push(...writer.take());
        }
        sent.push(...writer.take(true));
        let at = 0;
        let isInOrder = true;
        for (const block of sent) for (const value of block) isInOrder &&= value === at++;
        expect(isInOrder).toBe(true);
        expect(at).toBe(next);
        expect(writer.frames * channels).toBe(next);
        expect(sent.every(({ byteLength }) => byteLength <= blockBytes)).toBe(true);
        expect(sent.every(({ length }) => length % channels === 0)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
