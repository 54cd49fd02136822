/** What could be left out without losing a word. Times in s of the original. */
import { intersectSpans, invertSpans, lengthOf } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';

/** s: pauses longer than this are shortened. */
export const pauseChoicesS = [2, 5, 10, 30] as const;
export type PauseS = (typeof pauseChoicesS)[number];

/** What stays of a shortened pause, half of it at each end: people breathe, and the room rings out. */
const restS = 1;
/** What stays before the first and after the last word. */
const edgeS = 0.5;
/** Less is not worth a cut. */
const leastSavedS = 1;

export type Proposal = {
  kind: 'leading' | 'trailing' | 'pauses';
  /** Ascending, none of them in speech. */
  cuts: Span[];
  savedS: number;
};

export type ProposalInput = { durationS: number; speech: Spans; kept: Spans; pauseS: PauseS };

/** Three at most: silence at the beginning, at the end, and all long pauses as one. Without speech there is nothing to say. */
export function proposeCuts({ durationS, speech, kept, pauseS }: ProposalInput): Proposal[] {
  const first = speech[0];
  const last = speech.at(-1);
  if (!first || !last) return [];
  const pauses = invertSpans(speech, durationS).filter(
    ([startS, endS]) =>
      endS - startS > pauseS && startS >= first[1] && endS <= last[0] && stays([startS, endS], kept) > pauseS,
  );
  const all: [Proposal['kind'], Span[]][] = [
    ['leading', [[0, first[0] - edgeS]]],
    ['pauses', pauses.map(([startS, endS]) => [startS + restS / 2, endS - restS / 2])],
    ['trailing', [[last[1] + edgeS, durationS]]],
  ];
  return all.flatMap(([kind, spans]) => {
    const cuts = intersectSpans(spans, kept).filter(([startS, endS]) => endS - startS >= leastSavedS);
    return cuts.length > 0 ? [{ kind, cuts, savedS: lengthOf(cuts) }] : [];
  });
}

/** How long a pause still is, s. */
const stays = (pause: Span, kept: Spans): number => lengthOf(intersectSpans([pause], kept));

/** All cuts of several proposals, in order of time. */
export const cutsOf = (proposals: readonly Proposal[]): Span[] =>
  proposals.flatMap(({ cuts }) => cuts).toSorted((a, b) => a[0] - b[0]);
