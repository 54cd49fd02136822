/** Proposals of cuts in silence. Times in s of the original. */
import { intersectSpans, invertSpans, lengthOf } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';

/** Pauses longer than the chosen value are shortened, s. */
export const pauseChoicesS = [2, 5, 10, 30] as const;
export type PauseS = (typeof pauseChoicesS)[number];

/** Rest of a shortened pause, s, half of it at each end: room for breath and reverberation. */
const restS = 1;
/** Silence kept before the first and after the last word, s. */
const edgeS = 0.5;
/** Smaller savings are not proposed, s. */
const leastSavedS = 1;

export type Proposal = {
  kind: 'leading' | 'trailing' | 'pauses';
  cuts: Span[];
  savedS: number;
};

export type ProposalInput = { durationS: number; speech: Spans; kept: Spans; pauseS: PauseS };

/** At most three proposals: leading silence, trailing silence, and all long pauses together. None without speech. */
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

/** Length of a pause after the present cuts, s. */
const stays = (pause: Span, kept: Spans): number => lengthOf(intersectSpans([pause], kept));

export const cutsOf = (proposals: readonly Proposal[]): Span[] =>
  proposals.flatMap(({ cuts }) => cuts).toSorted((a, b) => a[0] - b[0]);
