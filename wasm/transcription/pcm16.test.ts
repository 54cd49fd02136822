import { expect, it } from 'vitest';
import { toPcm16 } from './pcm16.ts';

it('has the bits of a wav file, and is cut off where it is too loud', () => {
  const sound = Float32Array.of(0, 0.5, -1, 12_345 / 32_768, 1, -1.5);
  expect(toPcm16(sound)).toEqual(Int16Array.of(0, 16_384, -32_768, 12_345, 32_767, -32_768));
});
