export { emptyDraftText } from './run/draft-run.ts';
export type { DraftBackend, DraftRun, DraftRunState, OpenDraftPreview } from './run/draft-run.ts';
export { createDraftRun } from './run/draft-run.state.ts';
export { type DraftPiece, type SentDraft, toSentDraft } from './run/sent-draft.rules.ts';
