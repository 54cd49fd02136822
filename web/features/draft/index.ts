export { DeviceModelsHost, loadDeviceModelsDialog } from './model/device-models-host.tsx';
export { openDeviceModelsDialog } from './model/device-models.state.ts';
export { DraftOffer } from './model/draft-offer.tsx';
export { draftSetup } from './model/draft-setup.ts';
export { openDraftPreview } from './model/open-draft-preview.ts';
export { emptyDraftText } from '#web/parts/draft/draft-run.ts';
export type {
  DraftBackend,
  DraftRun,
  DraftRunInput,
  DraftRunState,
  OpenDraftPreview,
} from '#web/parts/draft/draft-run.ts';
export { createDraftRun } from '#web/parts/draft/draft-run.state.ts';
export { type DraftPiece, type SentDraft, toSentDraft } from '#web/parts/draft/sent-draft.rules.ts';
