import type { TFunction } from 'i18next';
import type { ResultErrorCode } from '#api/contract/errors.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/api-error.ts';
import type { KeptNotes } from './notes-store.ts';
import { readTime } from '#api/shared/markdown/markdown-inline.ts';

export type ServerNotes = { text: string; rev: number };

/** Returns the server's notes if a call was refused because they have changed; null for any other failure. */
export function conflictOf(error: unknown): ServerNotes | null {
  const have = isApiError(error, 'session.notes_conflict') ? error.body?.have : undefined;
  return typeof have === 'object' && 'text' in have ? have : null;
}

/** Notes as a person writes them: what stands on the screen, and what the server is known to have. */
export type NotesDraft = {
  text: string;
  /** The server's text and revision that the screen's text grew from. */
  base: ServerNotes;
  /** Somebody (another tab, another device) has changed them meanwhile: what the server has now. */
  theirs: ServerNotes | null;
};

export const startNotes = (notes: ServerNotes): NotesDraft => ({
  text: notes.text,
  base: notes,
  theirs: null,
});

export const isUnsaved = ({ text, base }: NotesDraft): boolean => text !== base.text;

/** A poll brings what the server has: taken over where nothing was typed, shown beside it where both changed. */
export function meetServer(draft: NotesDraft, notes: ServerNotes): NotesDraft {
  if (notes.rev <= draft.base.rev) return draft;
  if (!isUnsaved(draft) || draft.text === notes.text) return startNotes(notes);
  return { ...draft, theirs: notes };
}

/**
 * Adds the unsent notes of a closed tab to the draft of this tab. If the draft has no changes of its own, these notes replace it;
 * otherwise they are appended to it. If one of the two texts contains the other, the result is the longer text alone.
 */
export function takeUp(draft: NotesDraft, kept: KeptNotes): NotesDraft {
  const { text } = kept;
  const now = draft.theirs ?? draft.base;
  // the server's text was sent by that tab, which got no answer
  const isOwn = now.rev > kept.base.rev && kept.sent?.includes(now.text);
  const base = isOwn ? now : kept.base;
  if (text === base.text) return draft;
  if (!isUnsaved(draft)) {
    if (base.rev < draft.base.rev) return meetServer({ text, base, theirs: null }, draft.base);
    return { text, base, theirs: null };
  }
  if (draft.text.includes(text)) return draft;
  const joined = text.includes(draft.text) ? text : `${draft.text}\n\n${text}`;
  if (base.rev <= draft.base.rev) return { ...draft, text: joined };
  // that tab knew a newer revision than this page
  const isMet = draft.theirs === null || draft.theirs.rev <= base.rev;
  return { text: joined, base, theirs: isMet ? null : draft.theirs };
}

/** Both texts one below the other: nothing that anybody wrote goes. */
export function keepBoth(draft: NotesDraft): NotesDraft {
  const { text, theirs } = draft;
  return theirs ? { text: `${theirs.text}\n\n${text}`, base: theirs, theirs: null } : draft;
}

export const takeTheirs = (draft: NotesDraft): NotesDraft =>
  draft.theirs ? startNotes(draft.theirs) : draft;

const clock = /\[?((?:\d{1,2}:)?\d{1,3}:\d{2})\]?/g;

/** The moment that is written where the caret stands, s; null where none is. */
export function timeAround(text: string, offset: number, durationS: number): number | null {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(from, end === -1 ? text.length : end);
  for (const match of line.matchAll(clock)) {
    const start = from + match.index;
    if (offset < start || offset > start + match[0].length) continue;
    const atS = readTime(match[1] ?? '');
    if (atS !== null && atS <= durationS) return atS;
  }
  return null;
}

/** What is put at the caret, so that it begins a line of its own there. */
export const asLine = (before: string, line: string): string =>
  before === '' || before.endsWith('\n') ? line : `\n${line}`;

/** Why the language model made nothing of notes. Where its text was refused, that concerns notes and nothing else. */
export const modelSentence = (t: TFunction, code: ResultErrorCode): string =>
  code === 'processing.answer_unusable' ? t('notes.enhance.unusable') : errorSentence(t, code);
