import { serve } from '#workers/rpc.ts';
import { openPieceStore } from '#workers/store/open-store.ts';
import { loadMp3Encoder } from './load-encoder.ts';
import type { RecorderContract } from './recorder.contract.ts';
import { createRecorderHost } from './recorder-host.ts';

serve<RecorderContract>(
  createRecorderHost({
    openStore: () => openPieceStore(),
    loadEncoder: loadMp3Encoder,
    isPersistent: () => navigator.storage.persisted().catch(() => false),
    // It ends the worker's good name: the page is told that it crashed.
    crash(error) {
      setTimeout(() => {
        throw error;
      });
    },
  }),
);
