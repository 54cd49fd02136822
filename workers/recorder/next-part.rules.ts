import { limits } from '#api/contract/limits.ts';
import type { SessionDraft } from '#api/contract/session.ts';

/** The session of the part that follows: "…" → "… (2)", "… (2)" of the second part → "… (3)" (shapes: journey). */
export function nextDraft(draft: SessionDraft, nextPart: number): SessionDraft {
  const ending = ` (${nextPart})`;
  const own = ` (${nextPart - 1})`;
  const base = nextPart > 2 && draft.title.endsWith(own) ? draft.title.slice(0, -own.length) : draft.title;
  return { ...draft, title: base.slice(0, limits.maxTitleLength - ending.length).trimEnd() + ending };
}
