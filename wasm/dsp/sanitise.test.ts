import { describe, expect, it } from 'vitest';
import { sanitised } from './sanitise.ts';

describe('samples as they are taken', () => {
  it('are left alone, however loud, and not even copied', () => {
    const block = Float32Array.of(0, -1, 1, 3, -32_768, 65_536);
    expect(sanitised(block)).toBe(block);
  });

  it('are nothing where they are no numbers, or louder than any sound', () => {
    const block = Float32Array.of(0.5, NaN, Infinity, -Infinity, 1e30, -65_540, -0.25);
    expect([...sanitised(block)]).toEqual([0.5, 0, 0, 0, 0, 0, -0.25]);
    expect(block[1]).toBeNaN();
  });
});
