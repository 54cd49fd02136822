import { serve } from '#workers/rpc.ts';
import { openPieceStore } from '#workers/store/open-store.ts';
import { loadMp3Encoder } from './load-encoder.ts';
import type { RecorderContract } from './recorder.contract.ts';
import { createRecorderHost } from './recorder-host.ts';

serve<RecorderContract>(
  createRecorderHost({
    openStore: () => openPieceStore(),
    loadEncoder: loadMp3Encoder,
    async isPersistent() {
      try {
        return await navigator.storage.persisted();
      } catch {
        return false;
      }
    },
    // An uncaught error tells the page that the worker has crashed.
    crash(error) {
      setTimeout(() => {
        throw error;
      });
    },
  }),
);
