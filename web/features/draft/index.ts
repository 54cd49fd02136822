export { DeviceModelsHost } from './model/device-models-host.tsx';
export { openDeviceModelsDialog } from './model/device-models.state.ts';
export { DraftOffer } from './model/draft-offer.tsx';
export { draftSetup } from './model/draft-setup.ts';
export { emptyDraftText } from './run/draft-run.ts';
export type {
  DraftBackend,
  DraftRun,
  DraftRunInput,
  DraftRunState,
  OpenDraftPreview,
} from './run/draft-run.ts';
export { createDraftRun } from './run/draft-run.state.ts';
export { type DraftPiece, type SentDraft, toSentDraft } from './run/sent-draft.rules.ts';
