import type { EditOp } from '#api/contract/edits.ts';
import { EditInvalid, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { foldWord, textToWords, tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { freeSpeakerKey } from '#web/parts/transcript/speaker.rules.ts';
import { type StoredConflict, type PendingEdit, toPending } from './edit.rules.ts';
import { isSameLook, lookAt } from './edit-inverse.rules.ts';

type Restacked = {
  edits: PendingEdit[];
  conflicts: StoredConflict[];
  /** Edits without text that do not apply any more. */
  lost: PendingEdit[];
};

export type Stack = {
  edits: readonly PendingEdit[];
  conflicts: readonly StoredConflict[];
  /** True if the edits were made on the version of the transcript to which they are applied. */
  isSameVersion: boolean;
};

/** The subject of a conflict, with both texts or names. */
type Disagreement = Pick<StoredConflict, 'of' | 'key' | 'segment' | 'mine' | 'theirs'>;

/** The outcome for a local edit on the server's state. */
type Outcome =
  /**
   * The edit is applied. `newKey` is the key of the new speaker if another client has used the key of the edit for
   * somebody else.
   */
  | { kind: 'apply'; op: EditOp; newKey?: string }
  /** The result of the edit is already there, or the edit has no effect any more. */
  | { kind: 'done' }
  | { kind: 'conflict'; about: Disagreement }
  | { kind: 'lost' };

const done: Outcome = { kind: 'done' };
const lost: Outcome = { kind: 'lost' };
const apply = (op: EditOp): Outcome => ({ kind: 'apply', op });
const conflict = (about: Disagreement): Outcome => ({ kind: 'conflict', about });

/** Rebases several stacks onto the server's state, each onto the one before it. */
export function restackAll(overlay: Overlay, stacks: readonly Stack[], newId: () => string): Restacked {
  const all: Restacked = { edits: [], conflicts: [], lost: [] };
  for (const stack of stacks) {
    const conflicts = [...all.conflicts, ...stack.conflicts];
    const more = restack(overlay, { ...stack, conflicts }, newId);
    all.edits = [...all.edits, ...more.edits];
    all.lost = [...all.lost, ...more.lost];
    all.conflicts = more.conflicts;
  }
  return all;
}

/**
 * Rebases local edits onto the server's state. If the target of an edit is unchanged, the edit is applied to `overlay`.
 * If its result is already there, the edit is dropped. If a text was changed in another way, the server's text stays,
 * and both texts become a conflict. A new version has other segments, so texts are matched by time.
 */
export function restack(overlay: Overlay, stack: Stack, newId: () => string): Restacked {
  const { isSameVersion } = stack;
  const result: Restacked = {
    edits: [],
    conflicts: stack.conflicts.flatMap((each) => conflictNow(overlay, each, isSameVersion)),
    lost: [],
  };
  const newKeys = new Map<string, string>();
  for (const edit of stack.edits) {
    const op = withKeys(edit.op, newKeys);
    const outcome = outcomeOf(overlay, { ...edit, op }, isSameVersion);
    if (outcome.kind === 'apply') {
      if (op.op === 'speaker' && outcome.newKey !== undefined) newKeys.set(op.key, outcome.newKey);
      const pending = { ...toPending(overlay, outcome.op), place: edit.place };
      if (tryApply(overlay, outcome.op)) result.edits.push(pending);
      // A failed dismissal is not lost, because the change that it dismisses is gone already.
      else if (op.op !== 'dismiss') result.lost.push(edit);
    } else if (outcome.kind === 'conflict') addConflict(result.conflicts, outcome.about, edit, newId);
    else if (outcome.kind === 'lost') result.lost.push(edit);
  }
  return result;
}

function tryApply(overlay: Overlay, op: EditOp): boolean {
  try {
    overlay.apply(op);
    return true;
  } catch (error) {
    if (!(error instanceof EditInvalid)) throw error;
    return false;
  }
}

/** Adds a conflict. If the same text or name has a conflict already, only the local side of that conflict changes. */
function addConflict(
  conflicts: StoredConflict[],
  about: Disagreement,
  { place: { startS, endS } }: PendingEdit,
  newId: () => string,
): void {
  const known = conflicts.findIndex(({ of, key }) => of === about.of && key === about.key);
  if (known >= 0) conflicts[known] = { ...conflicts[known]!, mine: about.mine };
  else conflicts.push({ id: newId(), startS, endS, ...about });
}

/**
 * Updates a conflict, because the server's text may be in another segment now. Returns nothing if that text has become
 * equal to the local one.
 */
function conflictNow(overlay: Overlay, own: StoredConflict, isSameVersion: boolean): StoredConflict | [] {
  if (own.key !== null) return own;
  const target = own.segment === null ? undefined : overlay.segment(own.segment);
  const now = isSameVersion ? target : segmentDuring(overlay, own);
  if (now?.text === own.mine) return [];
  return { ...own, segment: now?.id ?? null, theirs: now?.text ?? own.theirs };
}

function outcomeOf(overlay: Overlay, { op, was, place }: PendingEdit, isSameVersion: boolean): Outcome {
  switch (op.op) {
    case 'text':
      return isSameVersion
        ? textOutcome(overlay, op, was[0])
        : textOutcomeByTime(op, segmentDuring(overlay, place));
    case 'speaker': {
      const [former] = was;
      if (former === null || former === undefined) return newSpeakerOutcome(overlay, op);
      return nameOutcome(
        overlay,
        op,
        former,
        isSameVersion ? op.key : segmentDuring(overlay, place)?.speaker,
      );
    }
    case 'insert':
      return insertOutcome(overlay, op, isSameVersion);
    case 'dismiss':
      return apply(op);
    default: {
      if (!isSameVersion) return lost;
      if (isDone(overlay, op)) return done;
      const canApply = op.op === 'merge' || op.op === 'split' || isSameLook(lookAt(overlay, op), was);
      return canApply ? apply(op) : lost;
    }
  }
}

function textOutcome(
  overlay: Overlay,
  op: EditOp & { op: 'text' },
  former: string | null | undefined,
): Outcome {
  const mine = tidyText(op.text);
  const about = { of: op.segment, key: null, mine };
  const now = overlay.segment(op.segment);
  if (now?.text === mine) return done;
  if (now && now.text === former) return apply(op);
  if (now) return conflict({ ...about, segment: now.id, theirs: now.text });
  return mine === '' ? done : conflict({ ...about, segment: null, theirs: '' });
}

/**
 * Returns the outcome of a text edit in a new version. `now` is the segment at the time of the edit; null if there is
 * none.
 */
function textOutcomeByTime(op: EditOp & { op: 'text' }, now: Segment | null): Outcome {
  const mine = tidyText(op.text);
  if (mine === '' || (now && hasSameWords(now.text, mine))) return done;
  return conflict({ of: op.segment, key: null, mine, segment: now?.id ?? null, theirs: now?.text ?? '' });
}

function newSpeakerOutcome(overlay: Overlay, op: EditOp & { op: 'speaker' }): Outcome {
  const theirs = overlay.name(op.key);
  if (theirs === undefined) return apply(op);
  if (theirs === op.name) return done;
  // Another client has added a speaker under the same key meanwhile.
  const newKey = freeSpeakerKey(overlay.transcript().speakers);
  return { kind: 'apply', op: { ...op, key: newKey }, newKey };
}

/**
 * Returns the outcome of renaming a speaker. `key` is the key that the speaker has now; undefined if there is no such
 * speaker.
 */
function nameOutcome(
  overlay: Overlay,
  op: EditOp & { op: 'speaker' },
  former: string,
  key: string | undefined,
): Outcome {
  const now = key === undefined ? undefined : overlay.name(key);
  if (key === undefined || now === undefined)
    return conflict({ of: op.key, key: op.key, segment: null, mine: op.name, theirs: '' });
  if (now === op.name) return done;
  if (now === former || now === '') return apply({ ...op, key });
  const segment = overlay.segments().find(({ speaker }) => speaker === key)?.id ?? null;
  return conflict({ of: key, key, segment, mine: op.name, theirs: now });
}

function insertOutcome(overlay: Overlay, op: EditOp & { op: 'insert' }, isSameVersion: boolean): Outcome {
  if (overlay.segment(op.id)) return done;
  const isThere = isSameVersion && (op.after === null || overlay.segment(op.after) !== undefined);
  const before = isThere ? null : overlay.segments().findLast(({ start }) => start < op.start);
  const speaker =
    overlay.name(op.speaker) === undefined ? (before ?? overlay.segments()[0])?.speaker : op.speaker;
  return apply({
    ...op,
    after: isThere ? op.after : (before?.id ?? null),
    speaker: speaker ?? op.speaker,
  });
}

/** True if the result of the edit is already there, because the answer to it was lost. */
function isDone(overlay: Overlay, op: EditOp & { op: 'assign' | 'merge' | 'split' | 'replace' }): boolean {
  const isGone = (id: string) => overlay.segment(id) === undefined;
  if (op.op === 'assign') return overlay.segment(op.segment)?.speaker === op.speaker;
  if (op.op === 'merge') return !isGone(op.segments[0]!) && op.segments.slice(1).every(isGone);
  if (op.op === 'split') return lookAt(overlay, op)[1] !== null;
  return op.by.length === 0
    ? op.segments.every(isGone)
    : op.by.every((segment) => isLike(overlay.segment(segment.id), segment));
}

/**
 * True if a segment is as the edit has made it. The confidence is compared too, because a confirmation changes only
 * doubt and confidence.
 */
function isLike(now: Segment | undefined, { text, speaker, doubt, words }: Segment): boolean {
  const isSame = now !== undefined && now.text === text && now.speaker === speaker && now.doubt === doubt;
  return isSame && now.words.every(({ confidence }, at) => confidence === words[at]?.confidence);
}

/** Returns the segment that covers more than half of a time range; null if none does. */
function segmentDuring(overlay: Overlay, { startS, endS }: PendingEdit['place']): Segment | null {
  let [best, most] = [null as Segment | null, (endS - startS) / 2];
  for (const segment of overlay.segments()) {
    const common = Math.min(endS, segment.end) - Math.max(startS, segment.start);
    if (common > most) [best, most] = [segment, common];
  }
  return best;
}

function withKeys(op: EditOp, keys: ReadonlyMap<string, string>): EditOp {
  if (keys.size === 0) return op;
  if (op.op === 'speaker') return { ...op, key: keys.get(op.key) ?? op.key };
  if (op.op === 'assign' || op.op === 'insert') return { ...op, speaker: keys.get(op.speaker) ?? op.speaker };
  if (op.op !== 'replace') return op;
  return { ...op, by: op.by.map((each) => ({ ...each, speaker: keys.get(each.speaker) ?? each.speaker })) };
}

const hasSameWords = (a: string, b: string): boolean =>
  textToWords(a).map(foldWord).join(' ') === textToWords(b).map(foldWord).join(' ');
