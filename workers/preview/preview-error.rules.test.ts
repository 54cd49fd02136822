import { expect, it } from 'vitest';
import { WorkerError } from '#workers/rpc.ts';
import { toPreviewError } from './preview-error.rules.ts';

it.each([
  [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'preview.memory_full'],
  [new RangeError('Array buffer allocation failed'), 'preview.memory_full'],
  [new Error("Can't create a session. ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc"), 'preview.memory_full'],
  [new Error('no available backend found. ERR: [wasm] TypeError: Failed to fetch'), 'preview.engine_failed'],
  ['aborted', 'preview.engine_failed'],
  [new WorkerError('preview.model_missing', 'config.json: 404'), 'preview.model_missing'],
])('%s is %s', (failure, code) => {
  expect(toPreviewError(failure)).toMatchObject({ name: 'WorkerError', code });
});
