import { partTitle } from '#api/contract/part-title.ts';
import type { SessionDraft } from '#api/contract/session.ts';

/** The session of the part that follows. */
export const nextDraft = (draft: SessionDraft, nextPart: number): SessionDraft => ({
  ...draft,
  title: partTitle(draft.title, nextPart),
});
