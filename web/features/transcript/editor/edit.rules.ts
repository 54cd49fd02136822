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
  /** What it is about, as it stood. */
  was: Look;
  /** Where that was, s. */
  place: { startS: number; endS: number };
};

/** `of`: the segment that my text was meant for. `key`: it is about the name of that speaker. */
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

/** A dictation's draft follows what is being written: that part is only read until the engine has come there. */
export const isEditable = (
  { partial, engine }: Pick<Transcript, 'partial' | 'engine'>,
  id: string,
): boolean => !partial || engine === 'dictation' || !/^d\d/.test(id);

export type Restacked = {
  edits: PendingEdit[];
  conflicts: KeptConflict[];
  /** What fits no more and has no words of anybody in it. */
  lost: PendingEdit[];
};

export type Stack = {
  edits: readonly PendingEdit[];
  conflicts: readonly KeptConflict[];
  /** They grew from the version that they come upon. */
  isSameVersion: boolean;
};

/**
 * My edits upon what the server has now: applied to `overlay` where what they are about is as it was; dropped where it is done
 * already. Where a text was changed otherwise, theirs stands and both are told. What was written anew has other segments:
 * texts are looked for by their time.
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

  /** Where most of a place is now. */
  function findAt({ startS, endS }: PendingEdit['place']): Segment | null {
    let [best, most] = [null as Segment | null, (endS - startS) / 2];
    for (const segment of overlay.segments()) {
      const common = Math.min(endS, segment.end) - Math.max(startS, segment.start);
      if (common > most) [best, most] = [segment, common];
    }
    return best;
  }

  /** Theirs may have moved on, or come to mine. */
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
      // somebody else has met somebody new meanwhile
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

  /** As it is after an answer that was lost. */
  function isDone(op: EditOp & { op: 'assign' | 'merge' | 'split' | 'replace' }): boolean {
    const isGone = (id: string) => overlay.segment(id) === undefined;
    if (op.op === 'assign') return overlay.segment(op.segment)?.speaker === op.speaker;
    if (op.op === 'merge') return !isGone(op.segments[0]!) && op.segments.slice(1).every(isGone);
    if (op.op === 'split') return lookAt(overlay, op)[1] !== null;
    return op.by.length === 0 ? op.segments.every(isGone) : op.by.every((segment) => isThere(segment));
  }
  /** A turn that was confirmed differs from what it was by its doubts alone. */
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

/** Both texts in one turn: the one that holds the other, else theirs and mine. */
export function joinTexts(theirs: string, mine: string): string {
  if (theirs.includes(mine)) return theirs;
  return mine.includes(theirs) ? mine : `${theirs} ${mine}`;
}

/** The word at an offset of a text, UTF-16: the one that it lies in or before. Null before the first and behind the last. */
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
