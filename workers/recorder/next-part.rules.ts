import { partTitle } from '#api/shared/part-title.ts';
import type { SessionDraft } from '#api/contract/session.ts';

/** Returns the draft of the session for the next part. */
export const nextDraft = (draft: SessionDraft, nextPart: number): SessionDraft => ({
  ...draft,
  title: partTitle(draft.title, nextPart),
});
