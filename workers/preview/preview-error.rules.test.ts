import { expect, it } from 'vitest';
import { ModelRefused } from '#workers/model/model-file.ts';
import { WorkerError } from '#workers/rpc.ts';
import { toPreviewError } from './preview-error.rules.ts';

it.each([
  [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'preview.memory_full'],
  [new RangeError('Array buffer allocation failed'), 'preview.memory_full'],
  [new Error("Can't create a session. ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc"), 'preview.memory_full'],
  [new Error('no available backend found. ERR: [wasm] TypeError: Failed to fetch'), 'preview.engine_failed'],
  [new Error('CompileError: wasm validation error'), 'worker.wasm_broken'],
  [new ModelRefused('missing'), 'preview.model_missing'],
  [new ModelRefused('wrong_digest'), 'preview.model_missing'],
  [new ModelRefused('interrupted'), 'preview.model_unreachable'],
  ['aborted', 'preview.engine_failed'],
  [new WorkerError('preview.model_missing', 'config.json: 404'), 'preview.model_missing'],
])('%s is %s', async (failure, code) => {
  expect(await toPreviewError(failure)).toMatchObject({ name: 'WorkerError', code });
});
