import { subscribe } from 'valtio';
import type { DraftDevice } from '#web/parts/draft/draft-device.ts';
import { openPreview } from '#workers/preview/preview.client.ts';
import { draftSetup } from './draft-setup.ts';

/** This device, with the model that `draftSetup` has chosen. */
export const draftDevice: DraftDevice = {
  model: draftSetup.model,
  isOff: () => draftSetup.state.status === 'off' && draftSetup.state.inUse !== null,
  turnOn: () => void draftSetup.turnOn(),
  turnOff: () => void draftSetup.turnOff(),
  onChange: (listener) => subscribe(draftSetup.state, listener),
  // The model runs where it was measured to be fast. What is measured now is remembered.
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
