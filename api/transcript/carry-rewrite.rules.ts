import type { EditOp } from '#api/contract/edits.ts';
import { createOverlay, splitId, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { textToWords } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Places } from './carry-places.rules.ts';

/** Words of a version between two places. */
export type Run = { from: number; to: number };

// Limit of `merge` in `contract/edits.ts`.
const maxMerged = 100;

/** Collects changes of runs of words and returns them as edits. Runs are ascending and do not overlap. */
export function createRewrite(target: Transcript, { tokens, isSeam }: Places) {
  const cuts = new Set<number>();
  const steps: ((now: () => Overlay) => EditOp[])[] = [];
  const ids = new Map<number, string>();
  const rewritten: Run[] = [];

  const segmentAt = (place: number) => target.segments[tokens[place]!.segment]!;
  const startsIn = ({ from, to }: Run): number[] => {
    const starts: number[] = [];
    for (let place = from; place < to; place++) if (isSeam(place) || cuts.has(place)) starts.push(place);
    return starts;
  };
  const cut = (place: number): void => {
    if (!isSeam(place)) cuts.add(place);
  };
  const enclose = ({ from, to }: Run): void => {
    cut(from);
    cut(to);
  };
  const idAt = (place: number): string => ids.get(place) ?? segmentAt(place).id;
  const merged = (run: Run): EditOp[] => {
    const [first, ...others] = startsIn(run).map(idAt);
    const ops: EditOp[] = [];
    for (let from = 0; from < others.length; from += maxMerged - 1)
      ops.push({ op: 'merge', segments: [first!, ...others.slice(from, from + maxMerged - 1)] });
    return ops;
  };
  const hasSeams = ({ from, to }: Run): boolean => {
    for (let place = from + 1; place < to; place++) if (isSeam(place)) return true;
    return false;
  };

  return {
    hasSeams,
    isDoubted: ({ from, to }: Run): boolean => {
      for (let place = from; place < to; place++) if (segmentAt(place).doubt !== null) return true;
      return false;
    },

    mostHeard({ from, to }: Run): string {
      const heard = new Map<string, number>();
      for (let place = from; place < to; place++) {
        const { speaker } = segmentAt(place);
        heard.set(speaker, (heard.get(speaker) ?? 0) + tokens[place]!.end - tokens[place]!.start);
      }
      return [...heard].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
    },

    /** Splits before a place, unless a segment begins there anyway. */
    cut,

    /** Replaces a run by one segment with this text; `speaker` null keeps the first one's. */
    write(run: Run, text: string, speaker: string | null): void {
      enclose(run);
      rewritten.push(run);
      steps.push(() => {
        const segment = idAt(run.from);
        const isOther = speaker !== null && segmentAt(run.from).speaker !== speaker;
        return [
          ...merged(run),
          { op: 'text', segment, text },
          ...(isOther ? [{ op: 'assign' as const, segment, speaker }] : []),
        ];
      });
      // The person confirmed the engine's text: clears its doubt.
      steps.push((now) => {
        const right = now().segment(idAt(run.from));
        if (!right || right.doubt === null) return [];
        return [{ op: 'replace', segments: [right.id], by: [{ ...right, doubt: null }] }];
      });
    },

    /** Whether a person's text replaced this word or removed it. */
    isRewritten: (place: number): boolean => rewritten.some(({ from, to }) => place >= from && place < to),

    /** End of the rewritten run around a place. */
    endAround: (place: number): number =>
      rewritten.find(({ from, to }) => place > from && place < to)?.to ?? place,

    remove(run: Run): void {
      enclose(run);
      rewritten.push(run);
      steps.push(() => {
        const going = startsIn(run).map(idAt);
        const ops: EditOp[] = [];
        for (let from = 0; from < going.length; from += maxMerged)
          ops.push({ op: 'replace', segments: going.slice(from, from + maxMerged), by: [] });
        return ops;
      });
    },

    /** Inserts a turn before the word at a place; without `speaker` it goes to whoever spoke before. */
    insert(place: number, turn: Pick<Segment, 'id' | 'start' | 'end' | 'text'>, speaker?: string): void {
      cut(place);
      steps.push((now) => {
        const overlay = now();
        const next = place < tokens.length ? overlay.segment(idAt(place)) : undefined;
        const all = overlay.segments();
        const isLast = place === tokens.length;
        const before = next
          ? overlay.before(next.id)
          : all.findLast(({ start }) => isLast || start < turn.start);
        const key = speaker ?? before?.speaker ?? Object.keys(target.speakers)[0];
        if (key === undefined) return [];
        let id = turn.id.replaceAll('/', '-');
        while (overlay.segment(id)) id = `${id}-`;
        return [{ op: 'insert', ...turn, id, after: before?.id ?? null, speaker: key }];
      });
    },

    /** Merges a run into one segment; returns true. */
    merge(run: Run): true {
      enclose(run);
      steps.push(() => merged(run));
      return true;
    },

    /** Assigns a run to a speaker; false if it is already theirs. Follows `write` and `merge` of the same run. */
    assign(run: Run, speaker: string, isOne: boolean): boolean {
      const others = () => startsIn(run).filter((place) => segmentAt(place).speaker !== speaker);
      let isThere = true;
      for (let place = run.from; place < run.to; place++)
        if (segmentAt(place).speaker !== speaker) isThere = false;
      if (isThere) return false;
      enclose(run);
      steps.push(() =>
        (isOne ? [run.from] : others()).map((place) => ({ op: 'assign', segment: idAt(place), speaker })),
      );
      return true;
    },

    /**
     * Splits the text written to a run into parts. `speakers`: of each part; null keeps the speaker. `onUndivided` gets the
     * index of a part that cannot be separated from the one before.
     */
    divide(
      run: Run,
      texts: readonly string[],
      speakers: readonly (string | null)[],
      onUndivided: (part: number) => void,
    ): void {
      steps.push((now) => {
        const overlay = now();
        const words = overlay.segment(idAt(run.from))?.words ?? [];
        const ops: EditOp[] = [];
        let id = idAt(run.from);
        texts.forEach((text, part) => {
          const at = textToWords(texts.slice(0, part).join(' ')).length;
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
          const speaker = speakers[part] ?? null;
          if (speaker !== null) ops.push({ op: 'assign', segment: id, speaker });
        });
        return ops;
      });
    },

    /** `before`: edits that come first. Splits precede the other edits, which refer to the pieces. */
    ops(before: readonly EditOp[]): EditOp[] {
      const ops = [...before];
      for (const place of [...cuts].toSorted((a, b) => a - b)) {
        const at = tokens[place]!.start;
        let piece = place - 1;
        while (!isSeam(piece) && !ids.has(piece)) piece--;
        const segment = idAt(piece);
        ids.set(place, splitId(segment, at));
        ops.push({ op: 'split', segment, at });
      }
      const overlay = createOverlay(target);
      let upTo = 0;
      const now = (): Overlay => {
        for (; upTo < ops.length; upTo++) overlay.apply(ops[upTo]!);
        return overlay;
      };
      for (const step of steps) ops.push(...step(now));
      return ops;
    },
  };
}
