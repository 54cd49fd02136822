import { describe, expect, it } from 'vitest';
import { pack, unpack } from './packed.ts';

describe('plain data with typed arrays', () => {
  it('comes back as it was, infinities in arrays included', () => {
    const value = {
      peaks: Int8Array.of(-128, 0, 127),
      curve: { stepS: 1, lufs: Float32Array.of(-Infinity, -23.5) },
      none: null,
      spans: [
        [0.5, 1],
        [2, 3.25],
      ],
      exact: Float64Array.of(Math.PI),
    };
    expect(unpack(pack(value))).toEqual(value);
  });

  it('does not take other bytes for its own', () => {
    expect(() => unpack(new TextEncoder().encode('nothing of ours'))).toThrow(SyntaxError);
    expect(() => unpack(pack({ a: 1 }).slice(0, 6))).toThrow(SyntaxError);
  });
});
