import { subscribe } from 'valtio';
import { readTags } from '#web/lib/domain-config.ts';
import type { DraftDevice } from '#web/parts/draft/draft-device.ts';
import { openPreview } from '#workers/preview/preview.client.ts';
import { draftSetup } from './draft-setup.ts';

/** This device, with the model that `draftSetup` has chosen. */
const thisDevice: DraftDevice = {
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

/**
 * Returns this device for the draft of one recording or file. Where the host has no drafts, it has no model. A draft that the
 * host has allowed once goes on to its end, because a change of the host interrupts nobody.
 */
export function openDraftDevice(device: DraftDevice = thisDevice): DraftDevice {
  let isAllowed = false;
  const mayWrite = () => (isAllowed ||= readTags().includes('preview'));
  return {
    ...device,
    model: () => (mayWrite() ? device.model() : null),
    isOff: () => mayWrite() && device.isOff(),
  };
}
