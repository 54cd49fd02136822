import { partTitle } from '#api/shared/part-title.ts';
import type { SessionDraft } from '#api/contract/session.ts';

export const nextDraft = (draft: SessionDraft, nextPart: number): SessionDraft => ({
  ...draft,
  title: partTitle(draft.title, nextPart),
});
