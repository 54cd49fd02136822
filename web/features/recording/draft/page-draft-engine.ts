import { subscribe } from 'valtio';
import { draftSetup, openDraftPreview } from '#web/features/draft/index.ts';
import type { DraftEngine } from './draft-engine.ts';

/** What this device has for drafts. */
export const pageDraftEngine: DraftEngine = {
  model: draftSetup.model,
  isOff: () => draftSetup.state.status === 'off' && draftSetup.state.inUse !== null,
  turnOn: () => void draftSetup.turnOn(),
  turnOff: () => void draftSetup.turnOff(),
  onChange: (listener) => subscribe(draftSetup.state, listener),
  openPreview: openDraftPreview,
  recordSpeed: draftSetup.recordSpeed,
};
