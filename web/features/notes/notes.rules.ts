import type { TFunction } from 'i18next';
import type { ResultErrorCode } from '#api/contract/errors.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { readTime } from '#api/contract/markdown-inline.ts';

export type ServerNotes = { text: string; rev: number };

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
