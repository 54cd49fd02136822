/** The functions of this file propose cuts in silence. All times are in s of the original. */
import { intersectSpans, invertSpans, lengthOf } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';

/** The pause lengths to choose from, s. Pauses that are longer than the chosen one are shortened. */
export const pauseChoicesS = [2, 5, 10, 30] as const;
export type PauseS = (typeof pauseChoicesS)[number];

/** Length of a pause after shortening, s. Half of it is at each end, which leaves room for breath and reverberation. */
const restS = 1;
/** Length of the silence that stays before the first and after the last word, s. */
const edgeS = 0.5;
/** Shortest cut that is proposed, s. */
const leastSavedS = 1;

export type Proposal = {
  kind: 'leading' | 'trailing' | 'pauses';
  cuts: Span[];
  savedS: number;
};

type ProposalInput = { durationS: number; speech: Spans; kept: Spans; pauseS: PauseS };

/**
 * Returns at most three proposals: leading silence, all long pauses together, and trailing silence. In a recording
 * without speech nothing is proposed.
 */
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

/** Returns how much of a pause the current cuts leave, s. */
const stays = (pause: Span, kept: Spans): number => lengthOf(intersectSpans([pause], kept));

export const cutsOf = (proposals: readonly Proposal[]): Span[] =>
  proposals.flatMap(({ cuts }) => cuts).toSorted((a, b) => a[0] - b[0]);
