import type { EditOp } from '#api/contract/edits.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { createOverlay, splitId, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { textToWords } from '#api/shared/transcript-edit/realign.ts';
import { createPieces, type Pieces } from './carry-pieces.rules.ts';
import { isSaidBy, type Run } from './carry-runs.rules.ts';
import type { VersionWords } from './carry-words.rules.ts';

// Limit of `merge` in `contract/edits.ts`.
const maxMerged = 100;

/** A step returns edits. It runs when all splits are known. `now` returns the version with all earlier edits. */
type Step = (now: () => Overlay) => EditOp[];

type Turn = Pick<Segment, 'id' | 'start' | 'end' | 'text'>;

/** A part of a written text. `speaker` null keeps the speaker of the part before. */
type Part = { text: string; speaker: string | null };

export type Rewrite = ReturnType<typeof createRewrite>;

/**
 * Creates a rewrite, which collects changes of runs of words and returns them as edits. Runs are ascending and do not
 * overlap.
 */
export function createRewrite(target: Transcript, words: VersionWords) {
  const { segmentAt } = words;
  const pieces = createPieces(words);
  const steps: Step[] = [];
  const rewritten: Run[] = [];

  return {
    cut: pieces.cut,

    /** Replaces a run by one segment with this text; `speaker` null keeps the speaker of the first word. */
    write(run: Run, text: string, speaker: string | null): void {
      pieces.enclose(run);
      rewritten.push(run);
      const isOther = speaker !== null && segmentAt(run.from).speaker !== speaker;
      steps.push(() => writeOps(pieces, run, text, isOther ? speaker : null));
      // If the person confirmed the engine's text, its doubt is cleared.
      steps.push((now) => doubtOps(now(), pieces.idAt(run.from)));
    },

    /**
     * Splits the text written to a run into parts. `onUndivided` gets the index of a part that cannot be separated from the
     * one before.
     */
    divide(run: Run, parts: readonly Part[], onUndivided: (part: number) => void): void {
      steps.push((now) => divideOps(now(), pieces.idAt(run.from), parts, onUndivided));
    },

    remove(run: Run): void {
      pieces.enclose(run);
      rewritten.push(run);
      steps.push(() => removeOps(pieces, run));
    },

    /** Inserts a turn before the word at a place. Without `speaker` it is assigned to the speaker of the turn before. */
    insert(place: number, turn: Turn, speaker?: string): void {
      pieces.cut(place);
      steps.push((now) => {
        const next = place < words.tokens.length ? pieces.idAt(place) : null;
        const before = segmentBefore(now(), next, turn.start);
        const key = speaker ?? before?.speaker ?? Object.keys(target.speakers)[0];
        return key === undefined ? [] : [insertOp(now(), turn, before, key)];
      });
    },

    merge(run: Run): void {
      pieces.enclose(run);
      steps.push(() => mergeOps(pieces, run));
    },

    /**
     * Assigns a run to a speaker. Returns false if the speaker has said it all. `isOne` is true if the run was written
     * or merged, so that it is one segment.
     */
    assign(run: Run, speaker: string, isOne: boolean): boolean {
      if (isSaidBy(words, run, speaker)) return false;
      pieces.enclose(run);
      steps.push(() => {
        const others = () => pieces.startsIn(run).filter((place) => segmentAt(place).speaker !== speaker);
        const places = isOne ? [run.from] : others();
        return places.map((place) => ({ op: 'assign', segment: pieces.idAt(place), speaker }));
      });
      return true;
    },

    /** True if a person's text replaced this word or removed it. */
    isRewritten: (place: number): boolean => rewritten.some(({ from, to }) => place >= from && place < to),

    /** Returns the end of the rewritten run around a place; the place itself if there is none. */
    endAround: (place: number): number =>
      rewritten.find(({ from, to }) => place > from && place < to)?.to ?? place,

    /** Returns all changes as edits. The edits `before` come first. */
    ops(before: readonly EditOp[]): EditOp[] {
      return opsOf(target, [...before, ...pieces.splits()], steps);
    },
  };
}

/**
 * Returns the edits `first` and then those of all steps. A step is given the transcript with all edits before it applied.
 */
function opsOf(target: Transcript, first: readonly EditOp[], steps: readonly Step[]): EditOp[] {
  const ops = [...first];
  const overlay = createOverlay(target);
  let upTo = 0;
  const now = (): Overlay => {
    for (; upTo < ops.length; upTo++) overlay.apply(ops[upTo]!);
    return overlay;
  };
  for (const step of steps) ops.push(...step(now));
  return ops;
}

function writeOps(pieces: Pieces, run: Run, text: string, speaker: string | null): EditOp[] {
  const segment = pieces.idAt(run.from);
  const ops: EditOp[] = [...mergeOps(pieces, run), { op: 'text', segment, text }];
  if (speaker !== null) ops.push({ op: 'assign', segment, speaker });
  return ops;
}

function mergeOps(pieces: Pieces, run: Run): EditOp[] {
  const [first, ...others] = pieces.startsIn(run).map(pieces.idAt);
  const ops: EditOp[] = [];
  for (let from = 0; from < others.length; from += maxMerged - 1)
    ops.push({ op: 'merge', segments: [first!, ...others.slice(from, from + maxMerged - 1)] });
  return ops;
}

function removeOps(pieces: Pieces, run: Run): EditOp[] {
  const ids = pieces.startsIn(run).map(pieces.idAt);
  const ops: EditOp[] = [];
  for (let from = 0; from < ids.length; from += maxMerged)
    ops.push({ op: 'replace', segments: ids.slice(from, from + maxMerged), by: [] });
  return ops;
}

function doubtOps(overlay: Overlay, id: string): EditOp[] {
  const segment = overlay.segment(id);
  if (!segment || segment.doubt === null) return [];
  return [{ op: 'replace', segments: [segment.id], by: [{ ...segment, doubt: null }] }];
}

/**
 * Returns the segment before an insertion. `next` is the id of the segment that follows; null at the end. If an edit
 * removed that segment, the time decides.
 */
function segmentBefore(overlay: Overlay, next: string | null, startS: number): Segment | null | undefined {
  if (next !== null && overlay.segment(next)) return overlay.before(next);
  return overlay.segments().findLast(({ start }) => next === null || start < startS);
}

function insertOp(overlay: Overlay, turn: Turn, before: Segment | null | undefined, speaker: string): EditOp {
  let id = turn.id.replaceAll('/', '-');
  while (overlay.segment(id)) id = `${id}-`;
  return { op: 'insert', ...turn, id, after: before?.id ?? null, speaker };
}

function divideOps(
  overlay: Overlay,
  written: string,
  parts: readonly Part[],
  onUndivided: (part: number) => void,
): EditOp[] {
  const words = overlay.segment(written)?.words ?? [];
  const ops: EditOp[] = [];
  let id = written;
  parts.forEach(({ text, speaker }, part) => {
    const at = textToWords(
      parts
        .slice(0, part)
        .map((each) => each.text)
        .join(' '),
    ).length;
    const [before, after] = [words[at - 1], words[at]];
    const isOwn =
      after &&
      after.text === textToWords(text)[0] &&
      before &&
      Math.round(before.start * 1000) < Math.round(after.start * 1000) &&
      !overlay.segment(splitId(id, after.start));
    if (part > 0 && isOwn) {
      ops.push({ op: 'split', segment: id, at: after.start });
      id = splitId(id, after.start);
    } else if (part > 0) return onUndivided(part);
    if (speaker !== null) ops.push({ op: 'assign', segment: id, speaker });
  });
  return ops;
}
