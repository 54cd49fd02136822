import { subscribe } from 'valtio';
import { draftSetup } from '#web/features/draft/index.ts';
import { openPreview } from '#workers/preview/preview.client.ts';
import type { DraftEngine } from './draft-engine.ts';

/** What this device has for drafts. */
export const pageDraftEngine: DraftEngine = {
  model: draftSetup.model,
  isOff: () => draftSetup.state.status === 'off' && draftSetup.state.inUse !== null,
  turnOn: () => void draftSetup.turnOn(),
  turnOff: () => void draftSetup.turnOff(),
  onChange: (listener) => subscribe(draftSetup.state, listener),
  openPreview: ({ model, onBackend, onSpeed }) =>
    openPreview({
      model,
      backend: draftSetup.backend(),
      onSpeed,
      onBackend(loaded) {
        const { backend, backendReason: reason } = loaded;
        draftSetup.recordBackend(model.id, { backend, reason });
        onBackend(loaded);
      },
    }),
  recordSpeed: draftSetup.recordSpeed,
};
