import type { EditOp } from '#api/contract/edits.ts';
import { EditInvalid, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { foldWord, textToWords, tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { freeSpeakerKey } from '#web/parts/transcript/speaker.rules.ts';
import type { EditConflict } from './transcript-editor.ts';
import { isSameLook, lookAt, type Look } from './edit-inverse.rules.ts';

/** An edit that the server does not have yet. */
export type PendingEdit = {
  op: EditOp;
  was: Look;
  place: { startS: number; endS: number };
};

/** `of`: the segment that the text was written for. `key`: the speaker if the conflict is about a name. */
export type KeptConflict = EditConflict & { of: string; endS: number; key: string | null };

export const toPending = (overlay: Overlay, op: EditOp): PendingEdit => ({
  op,
  was: lookAt(overlay, op),
  place: placeOf(overlay, op),
});

function placeOf(overlay: Overlay, op: EditOp): PendingEdit['place'] {
  const segments = segmentsOf(overlay, op);
  if (op.op === 'insert') return { startS: op.start, endS: op.end };
  return { startS: segments[0]?.start ?? 0, endS: segments.at(-1)?.end ?? 0 };
}

function segmentsOf(overlay: Overlay, op: EditOp): Segment[] {
  if (op.op === 'speaker')
    return overlay
      .segments()
      .filter(({ speaker }) => speaker === op.key)
      .slice(0, 1);
  const ids = 'segments' in op ? op.segments : 'segment' in op ? [op.segment] : [];
  return ids.flatMap((id) => overlay.segment(id) ?? []);
}

/** While an engine is writing the transcript, the remaining draft of a dictation (ids d0, d1 …) is read-only. */
export const isEditable = (
  { partial, engine }: Pick<Transcript, 'partial' | 'engine'>,
  id: string,
): boolean => !partial || engine === 'dictation' || !/^d\d/.test(id);

export type Restacked = {
  edits: PendingEdit[];
  conflicts: KeptConflict[];
  /** Edits without text that no longer fit. */
  lost: PendingEdit[];
};

export type Stack = {
  edits: readonly PendingEdit[];
  conflicts: readonly KeptConflict[];
  /** True if they were made on the transcript version that they are applied to. */
  isSameVersion: boolean;
};

/**
 * Rebases local edits onto the server's state: an edit is applied to `overlay` if its target is unchanged, and dropped if its
 * result is already there. If a text was changed otherwise, the server's text stays and both are kept as a conflict. A new
 * version has other segments: texts are matched by time.
 */
export function restack(overlay: Overlay, stack: Stack, newId: () => string): Restacked {
  const edits: PendingEdit[] = [];
  const lost: PendingEdit[] = [];
  const conflicts = stack.conflicts.flatMap(meetConflict);
  const keys = new Map<string, string>();

  const keep = (edit: PendingEdit, op: EditOp): void => {
    const pending = { ...toPending(overlay, op), place: edit.place };
    try {
      overlay.apply(op);
      edits.push(pending);
    } catch (error) {
      if (!(error instanceof EditInvalid)) throw error;
      lost.push(edit);
    }
  };
  const disagree = (
    about: Pick<KeptConflict, 'of' | 'key' | 'segment' | 'mine' | 'theirs'>,
    edit: PendingEdit,
  ): void => {
    const known = conflicts.findIndex(({ of, key }) => of === about.of && key === about.key);
    const { startS, endS } = edit.place;
    if (known >= 0) conflicts[known] = { ...conflicts[known]!, mine: about.mine };
    else conflicts.push({ id: newId(), startS, endS, ...about });
  };
  for (const edit of stack.edits) {
    const op = withKeys(edit.op, keys);
    if (op.op === 'text') text(op, edit);
    else if (op.op === 'speaker') speaker(op, edit);
    else if (op.op === 'insert') insert(op, edit);
    else if (op.op === 'dismiss') ifFits(op, edit);
    else if (stack.isSameVersion) other(op, edit);
    else lost.push(edit);
  }
  return { edits, conflicts, lost };

  /** Returns the segment that covers more than half of a time range. */
  function findAt({ startS, endS }: PendingEdit['place']): Segment | null {
    let [best, most] = [null as Segment | null, (endS - startS) / 2];
    for (const segment of overlay.segments()) {
      const common = Math.min(endS, segment.end) - Math.max(startS, segment.start);
      if (common > most) [best, most] = [segment, common];
    }
    return best;
  }

  /** The server's text may have moved, or have become equal to the local one. */
  function meetConflict(conflict: KeptConflict): KeptConflict | [] {
    if (conflict.key !== null) return conflict;
    const own = conflict.segment === null ? undefined : overlay.segment(conflict.segment);
    const now = stack.isSameVersion ? own : findAt(conflict);
    if (now?.text === conflict.mine) return [];
    return { ...conflict, segment: now?.id ?? null, theirs: now?.text ?? conflict.theirs };
  }

  function text(op: EditOp & { op: 'text' }, edit: PendingEdit): void {
    const mine = tidyText(op.text);
    const about = { of: op.segment, key: null, mine };
    if (!stack.isSameVersion) {
      const now = findAt(edit.place);
      if (mine === '' || (now && isSaid(now.text, mine))) return;
      return disagree({ ...about, segment: now?.id ?? null, theirs: now?.text ?? '' }, edit);
    }
    const now = overlay.segment(op.segment);
    if (now?.text === mine) return;
    if (now && now.text === edit.was[0]) return keep(edit, op);
    if (now) disagree({ ...about, segment: now.id, theirs: now.text }, edit);
    else if (mine !== '') disagree({ ...about, segment: null, theirs: '' }, edit);
  }

  function speaker(op: EditOp & { op: 'speaker' }, edit: PendingEdit): void {
    const [was] = edit.was;
    if (was === null || was === undefined) {
      const there = overlay.name(op.key);
      if (there === undefined) return keep(edit, op);
      if (there === op.name) return;
      // Another client has added a speaker under the same key meanwhile.
      const key = freeSpeakerKey(overlay.transcript().speakers);
      keys.set(op.key, key);
      return keep(edit, { ...op, key });
    }
    const key = stack.isSameVersion ? op.key : findAt(edit.place)?.speaker;
    const now = key === undefined ? undefined : overlay.name(key);
    if (key === undefined || now === undefined)
      return disagree({ of: op.key, key: op.key, segment: null, mine: op.name, theirs: '' }, edit);
    if (now === op.name) return;
    if (now === was || now === '') return keep(edit, { ...op, key });
    const segment = overlay.segments().find((each) => each.speaker === key)?.id ?? null;
    disagree({ of: key, key, segment, mine: op.name, theirs: now }, edit);
  }

  function insert(op: EditOp & { op: 'insert' }, edit: PendingEdit): void {
    if (overlay.segment(op.id)) return;
    const isThere = stack.isSameVersion && (op.after === null || overlay.segment(op.after) !== undefined);
    const before = isThere ? null : overlay.segments().findLast(({ start }) => start < op.start);
    const speaks =
      overlay.name(op.speaker) === undefined ? (before ?? overlay.segments()[0])?.speaker : op.speaker;
    keep(edit, { ...op, after: isThere ? op.after : (before?.id ?? null), speaker: speaks ?? op.speaker });
  }

  function other(op: EditOp & { op: 'assign' | 'merge' | 'split' | 'replace' }, edit: PendingEdit): void {
    const look = lookAt(overlay, op);
    if (isDone(op)) return;
    if (op.op === 'merge' || op.op === 'split' || isSameLook(look, edit.was)) return keep(edit, op);
    lost.push(edit);
  }

  /** True if the edit's result is already there, because its answer was lost. */
  function isDone(op: EditOp & { op: 'assign' | 'merge' | 'split' | 'replace' }): boolean {
    const isGone = (id: string) => overlay.segment(id) === undefined;
    if (op.op === 'assign') return overlay.segment(op.segment)?.speaker === op.speaker;
    if (op.op === 'merge') return !isGone(op.segments[0]!) && op.segments.slice(1).every(isGone);
    if (op.op === 'split') return lookAt(overlay, op)[1] !== null;
    return op.by.length === 0 ? op.segments.every(isGone) : op.by.every((segment) => isThere(segment));
  }
  /** A confirmed turn differs from its former state only in doubt and confidence. */
  function isThere({ id, text: own, speaker: says, doubt, words }: Segment): boolean {
    const now = overlay.segment(id);
    const isSame = now !== undefined && now.text === own && now.speaker === says && now.doubt === doubt;
    return isSame && now.words.every(({ confidence }, at) => confidence === words[at]?.confidence);
  }

  function ifFits(op: EditOp, edit: PendingEdit): void {
    const before = lost.length;
    keep(edit, op);
    lost.length = before;
  }
}

const withKeys = (op: EditOp, keys: ReadonlyMap<string, string>): EditOp => {
  if (keys.size === 0) return op;
  if (op.op === 'speaker') return { ...op, key: keys.get(op.key) ?? op.key };
  if (op.op === 'assign' || op.op === 'insert') return { ...op, speaker: keys.get(op.speaker) ?? op.speaker };
  if (op.op !== 'replace') return op;
  return { ...op, by: op.by.map((each) => ({ ...each, speaker: keys.get(each.speaker) ?? each.speaker })) };
};

const isSaid = (a: string, b: string): boolean =>
  textToWords(a).map(foldWord).join(' ') === textToWords(b).map(foldWord).join(' ');

/** Joins both texts: the one that contains the other, else the server's followed by the local one. */
export function joinTexts(theirs: string, mine: string): string {
  if (theirs.includes(mine)) return theirs;
  return mine.includes(theirs) ? mine : `${theirs} ${mine}`;
}

/** Returns the word that contains or follows a UTF-16 offset of the text; null at the first word and after the last. */
export function wordAtOffset(
  words: readonly { text: string }[],
  text: string,
  offset: number,
): number | null {
  let at = 0;
  for (const [index, { text: word }] of words.entries()) {
    const begin = text.indexOf(word, at);
    if (begin === -1) return null;
    at = begin + word.length;
    if (at > offset) return index === 0 ? null : index;
  }
  return null;
}
