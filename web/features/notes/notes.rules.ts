import type { TFunction } from 'i18next';
import type { ResultErrorCode } from '#api/contract/errors.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/api-error.ts';
import type { KeptNotes } from './notes-store.ts';
import { readTime } from '#api/shared/markdown/markdown-inline.ts';

export type ServerNotes = { text: string; rev: number };

export function conflictOf(error: unknown): ServerNotes | null {
  const have = isApiError(error, 'session.notes_conflict') ? error.body?.have : undefined;
  return typeof have === 'object' && 'text' in have ? have : null;
}

export type NotesDraft = {
  text: string;
  /** The server's text and revision on which the screen's text is based. */
  base: ServerNotes;
  /** The server's notes if another tab or device has changed them meanwhile. */
  theirs: ServerNotes | null;
};

export const startNotes = (notes: ServerNotes): NotesDraft => ({
  text: notes.text,
  base: notes,
  theirs: null,
});

export const isUnsaved = ({ text, base }: NotesDraft): boolean => text !== base.text;

/**
 * Applies the notes that the server has now. `sent` are the texts that this tab, or a closed tab on this device, has sent. If the
 * server has one of them, it becomes the base, and the text of the draft stays, also if it is the former text again. Notes of
 * somebody else replace a draft without changes. If the draft has changes, they are a conflict, which the draft holds in `theirs`.
 */
export function meetServer(draft: NotesDraft, notes: ServerNotes, sent: readonly string[] = []): NotesDraft {
  if (notes.rev <= draft.base.rev) return draft;
  if (sent.includes(notes.text)) return { text: draft.text, base: notes, theirs: null };
  if (!isUnsaved(draft) || draft.text === notes.text) return startNotes(notes);
  return { ...draft, theirs: notes };
}

/**
 * Adds the unsent notes of a closed tab to the draft of this tab. A draft without changes is replaced; otherwise the notes are
 * appended. If one text contains the other, the result is the longer text.
 */
export function takeUp(draft: NotesDraft, kept: KeptNotes): NotesDraft {
  const { text } = kept;
  const now = draft.theirs ?? draft.base;
  // The closed tab sent this text, but got no answer.
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
  // The closed tab knew a newer revision than this page.
  const isMet = draft.theirs === null || draft.theirs.rev <= base.rev;
  return { text: joined, base, theirs: isMet ? null : draft.theirs };
}

/**
 * Adds the notes of closed tabs to the draft. `sent` are the texts whose request got no answer. A sent text is kept
 * only if the new draft contains the notes that it belongs to. Otherwise that text on the server counts as a conflict.
 */
export function addNotes(
  { draft, sent }: { draft: NotesDraft; sent: readonly string[] },
  left: readonly KeptNotes[],
): { draft: NotesDraft; sent: readonly string[] } {
  const both = left.reduce(takeUp, draft);
  const contained = left.filter(({ text }) => both.text.includes(text));
  return {
    draft: both,
    sent: [
      ...(both.text.includes(draft.text) ? sent : []),
      ...contained.flatMap((notes) => notes.sent ?? []),
    ],
  };
}

/** Resolves a conflict without loss. The result is the server's text followed by the draft. */
export function keepBoth(draft: NotesDraft): NotesDraft {
  const { text, theirs } = draft;
  return theirs ? { text: `${theirs.text}\n\n${text}`, base: theirs, theirs: null } : draft;
}

export const takeTheirs = (draft: NotesDraft): NotesDraft =>
  draft.theirs ? startNotes(draft.theirs) : draft;

const clock = /\[?((?:\d{1,2}:)?\d{1,3}:\d{2})\]?/g;

/** Returns the time that is written at the caret, s; null if there is none within the recording. */
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

/** Returns the text to insert, with a line break before it unless the caret is at the start of a line. */
export const asLine = (before: string, text: string): string =>
  before === '' || before.endsWith('\n') ? text : `\n${text}`;

export const modelSentence = (t: TFunction, code: ResultErrorCode): string =>
  code === 'processing.answer_unusable' ? t('notes.enhance.unusable') : errorSentence(t, code);
