/** A preview worker without a model. Its name says how it behaves, in JSON. */
import { serve, WorkerError } from '#workers/rpc.ts';
import type { PreviewBackend, PreviewContract } from '#workers/preview/preview.contract.ts';

export type PreviewFaults = {
  /** What a graphics card does while the model is loaded. */
  gpu?: 'faster' | 'slower' | 'wrong' | 'refused' | 'silent' | 'not_fetched' | 'fetched_slowly';
  /** What happens within a window on this back end. */
  window?: { on: PreviewBackend; ends: 'failed' | 'crashed' | 'silent' };
};

const { gpu, window }: PreviewFaults = JSON.parse(self.name || '{}') as PreviewFaults;
const silence = () => Promise.withResolvers<never>().promise;
let running: PreviewBackend = 'wasm';

serve<PreviewContract>({
  fetchParts: () => undefined,
  load({ backend, isTried }, { emit }) {
    running = backend;
    if (backend === 'webgpu') {
      if (gpu === 'not_fetched') throw new WorkerError('worker.part_missing');
      if (gpu === 'fetched_slowly') return silence();
      emit('gpu_begins');
    }
    if (backend === 'webgpu' && gpu === 'refused') throw new WorkerError('preview.engine_failed');
    if (backend === 'webgpu' && gpu === 'silent') return silence();
    const isFast = backend === 'webgpu' && gpu !== 'slower';
    const id = backend === 'webgpu' && gpu === 'wrong' ? 2 : 1;
    const trial = { firstMs: isFast ? 10 : 100, tokenMs: 1, tokens: [{ id, probability: 0.9 }] };
    return { fetchMs: 1, warmUpMs: 1, trial: isTried ? trial : null };
  },
  transcribe({ samples, startS }) {
    if (window?.on === running) {
      if (window.ends === 'failed') throw new WorkerError('preview.engine_failed');
      if (window.ends === 'silent') return silence();
      queueMicrotask(() => {
        throw new Error('The worker dies.');
      });
      return silence();
    }
    const text = `${samples.length} samples by ${running}`;
    return [{ start: startS, end: startS + 1, text, words: [], doubt: null }];
  },
});
