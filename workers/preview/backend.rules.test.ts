import { expect, it } from 'vitest';
import type { Trial } from '#wasm/whisper/whisper-model.ts';
import { chooseBackend } from './backend.rules.ts';

const trial = (fields: Partial<Trial> = {}, ids = [7, 8, 9], probability = 0.9): Trial => ({
  firstMs: 100,
  tokenMs: 10,
  tokens: ids.map((id) => ({ id, probability })),
  ...fields,
});

it.each([
  ['a faster start', { firstMs: 50 }, 'webgpu'],
  ['a slower start', { firstMs: 150 }, 'wasm'],
  // Thirty tokens outweigh the encoder.
  ['a faster start with slow tokens', { firstMs: 10, tokenMs: 15 }, 'wasm'],
  ['the same speed', {}, 'wasm'],
])('the graphics card is used where it is faster: %s', (_name, fields, backend) => {
  expect(chooseBackend(trial(), trial(fields))).toEqual({ backend, backendReason: 'faster' });
});

it('a graphics card that writes another text is not used, however fast it is', () => {
  const failed = { backend: 'wasm', backendReason: 'gpu_failed' };
  const fast = { firstMs: 1, tokenMs: 1 };
  expect(chooseBackend(trial(), trial(fast, [7, 8, 5]))).toEqual(failed);
  expect(chooseBackend(trial(), trial(fast, [7]))).toEqual(failed);
  expect(chooseBackend(trial(), trial(fast, [7, 8, 9], NaN))).toEqual(failed);
  expect(chooseBackend(trial(), trial(fast, [7, 8, 9], 0.5))).toEqual(failed);
});

it('a token that is not sure may be another one', () => {
  const unsure = trial({}, [7, 8, 9], 0.3);
  expect(chooseBackend(unsure, trial({ firstMs: 1 }, [7, 5, 5], 0.25))).toMatchObject({ backend: 'webgpu' });
});
