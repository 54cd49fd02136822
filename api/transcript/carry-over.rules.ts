import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits, splitId } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript, Unapplied } from '#api/contract/transcript.ts';
import { foldWord, textToWords } from '#api/shared/transcript-edit/realign.ts';
import { changedPlaces, type ChangedPlace } from './carry-changes.rules.ts';
import { insertsOf } from './carry-inserts.rules.ts';
import { createPlaces, type Places } from './carry-places.rules.ts';
import { createRewrite, type Rewrite } from './carry-rewrite.rules.ts';
import { hasSeams, isDoubted, isFree, mainSpeaker, textOf, type Run } from './carry-runs.rules.ts';
import { carrySpeakers, settledSpeaker, type CarriedSpeakers } from './carry-speakers.rules.ts';
import { createUnappliedList, type UnappliedList } from './carry-unapplied.rules.ts';
import { createVersionWords, type VersionWords } from './carry-words.rules.ts';

/** Edits for the newer version, and those that found no place in it, ascending. */
export type Carried = { ops: EditOp[]; unapplied: Unapplied[] };

/** The newer version, the edits that change it, and those that found no place in it. */
type Target = {
  words: VersionWords;
  places: Places;
  rewrite: Rewrite;
  speakers: CarriedSpeakers;
  unapplied: UnappliedList;
};

/** Returns the ids of segments and speakers that edits have touched. */
export function touchedBy(ops: readonly EditOp[]): Set<string> {
  return new Set(
    ops.flatMap((op) => {
      if (op.op === 'dismiss') return [];
      if (op.op === 'speaker') return [settledSpeaker(op.key)];
      if (op.op === 'merge') return op.segments;
      if (op.op === 'insert') return [op.id];
      if (op.op === 'replace') return [...op.segments, ...op.by.map(({ id }) => id)];
      return op.op === 'split' ? [op.segment, splitId(op.segment, op.at)] : [op.segment];
    }),
  );
}

/**
 * Carries edits (`ops` of the version `old`) over to a newer version. Segments are found by the times of their words
 * (`carry-places.rules.ts`), speakers by the time that they spoke (`carry-speakers.rules.ts`). A person's text replaces the
 * run of words with the same bounds, unless that has the same words. Edits without a place are listed. `settled`: segments
 * and speakers that must not change (`touchedBy`).
 */
export function carryOver(
  old: Transcript,
  ops: readonly EditOp[],
  target: Transcript,
  settled: ReadonlySet<string> = new Set(),
): Carried {
  const edited = applyEdits(old, ops);
  if (isSame(old, target)) {
    const again = ops.filter(({ op }) => op !== 'dismiss');
    return { ops: again, unapplied: edited.unapplied };
  }
  const unapplied = createUnappliedList(old.version);
  const speakers = carrySpeakers({ old, edited, target }, settled, unapplied);
  const words = createVersionWords(target.segments, ({ id }) => settled.has(id));
  const rewrite = createRewrite(target, words);
  const to: Target = { words, places: createPlaces(words), rewrite, speakers, unapplied };
  let until = 0;
  for (const change of changedPlaces(old, ops, edited)) until = carryChange(change, until, to);
  for (const inserted of insertsOf(old, edited)) carryInsert(inserted, to);
  return {
    ops: rewrite.ops(speakers.ops),
    unapplied: [...edited.unapplied, ...unapplied.items].toSorted((a, b) => a.start - b.start),
  };
}

/**
 * Carries one change. What lies before the place `after` stays as it is. Returns the place up to which the newer version
 * changed.
 */
function carryChange(change: ChangedPlace, after: number, to: Target): number {
  const { words, places, rewrite, unapplied } = to;
  const { segment } = change;
  const found = places.find(change.startS, 'start', change.atStart);
  const from = found === null ? null : Math.max(found, after);
  const until = places.find(change.endS, 'end', change.atEnd);
  const bounds = from !== null && until !== null ? { from, to: until } : null;
  const run = bounds && isFree(words, bounds) ? bounds : null;
  if (change.isRemoved) return carryRemoval(change, run, to) && run ? run.to : after;

  const isWrong = change.isWritten && !(run && isTextOf(change, run, words));
  let isUsed = isWrong ? carryText(change, run, to) : carryMerge(change, run, to);
  if (change.isAssigned) isUsed = carryAssignment(change, run, isUsed, to) || isUsed;
  if (change.isSplit && !isUsed) {
    if (from !== null) rewrite.cut(from);
    else if (!isWrong) unapplied.add('split', segment, segment.text, change.was);
    return from ?? after;
  }
  return isUsed && run ? run.to : after;
}

/** True if a run has the changed text already, without doubt and undivided. */
const isTextOf = ({ segment, parts }: ChangedPlace, run: Run, words: VersionWords): boolean =>
  parts.length === 0 && textOf(words, run) === segment.text && !isDoubted(words, run);

/** Removes the run if it has the words that the person removed. Returns whether it did. */
function carryRemoval(change: ChangedPlace, run: Run | null, { words, places, rewrite, unapplied }: Target) {
  const { segment, was } = change;
  if (run && hasSameWords(textOf(words, run), was)) {
    rewrite.remove(run);
    return true;
  }
  if (!places.isSilent(change.startS, change.endS)) unapplied.add('replace', segment, '', was);
  return false;
}

/** Writes the person's text to the run. Returns whether it did. */
function carryText(change: ChangedPlace, run: Run | null, to: Target): boolean {
  const { segment, was, parts } = change;
  if (run) {
    to.rewrite.write(run, segment.text, change.isMerged ? null : mainSpeaker(to.words, run));
    divide(run, parts, change.saidBy, to);
    return true;
  }
  const isGone = segment.text === '' && to.places.isSilent(change.startS, change.endS);
  if (!isGone) to.unapplied.add('text', segment, segment.text, was);
  return false;
}

/** Merges the segments of the run if the person merged them. Returns whether it did. */
function carryMerge({ isMerged, segment, was }: ChangedPlace, run: Run | null, to: Target): boolean {
  if (!isMerged || (run && !hasSeams(to.words, run))) return false;
  if (run) to.rewrite.merge(run);
  else to.unapplied.add('merge', segment, segment.text, was);
  return run !== null;
}

/**
 * Assigns the run to the person's speaker. Returns whether that changes it. `isOne` is true if the run was written or
 * merged.
 */
function carryAssignment({ segment, saidBy }: ChangedPlace, run: Run | null, isOne: boolean, to: Target) {
  const { rewrite, speakers, unapplied } = to;
  const key = speakers.keyOf(segment.speaker);
  if (run && key !== undefined) return rewrite.assign(run, key, isOne);
  unapplied.add('assign', segment, speakers.nameOf(segment.speaker), speakers.nameOf(saidBy));
  return false;
}

/** Divides a run that was written into the person's parts, each with its speaker. */
function divide(run: Run, all: readonly Segment[], saidBy: string, to: Target): void {
  const { rewrite, speakers, unapplied } = to;
  // An empty part cannot be separated from its neighbours.
  const parts = all.filter(({ text }) => text !== '');
  const isAssigned = parts.some(({ speaker }) => speaker !== saidBy);
  const keys = parts.map(({ speaker }) => (isAssigned ? (speakers.keyOf(speaker) ?? null) : null));
  const notAssigned = (part: Segment, before: string) =>
    unapplied.add('assign', part, speakers.nameOf(part.speaker), speakers.nameOf(before));

  rewrite.divide(
    run,
    parts.map(({ text }, index) => ({ text, speaker: keys[index]! })),
    (index) => {
      const [before, part] = [parts[index - 1]!, parts[index]!];
      unapplied.add('split', part, part.text, part.text);
      if (part.speaker !== before.speaker) notAssigned(part, before.speaker);
    },
  );
  parts.forEach((part, index) => {
    if (keys[index] === null && part.speaker !== saidBy) notAssigned(part, saidBy);
  });
}

/** Inserts a person's turn where the newer version has no words either. */
function carryInsert({ id, speaker, start, end, text }: Segment, to: Target): void {
  const { words, places, rewrite } = to;
  if (places.isSilent(start, end, rewrite.isRewritten) && words.tokens.length > 0) {
    const gap = places.gapAt(start);
    const first = places.firstFrom(start);
    const place = rewrite.endAround(gap ?? first);
    if (gap !== null || place !== first)
      return rewrite.insert(place, { id, start, end, text }, to.speakers.keyOf(speaker));
  }
  const recognised = places.textBetween(start, end);
  if (!hasSameWords(recognised, text)) to.unapplied.add('insert', { start, end }, text, recognised);
}

/** True if two texts have the same words, ignoring case and punctuation. */
const hasSameWords = (a: string, b: string): boolean =>
  textToWords(a).map(foldWord).join(' ') === textToWords(b).map(foldWord).join(' ');

const isSame = (a: Transcript, b: Transcript): boolean =>
  a.segments.length === b.segments.length &&
  JSON.stringify(a.speakers) === JSON.stringify(b.speakers) &&
  a.segments.every((segment, index) => JSON.stringify(segment) === JSON.stringify(b.segments[index]));
