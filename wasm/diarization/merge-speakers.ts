import type { Merging } from './ahc.ts';
import { resegment, type Blocks } from './vb-hmm.ts';
import {
  amountOf,
  effectivePerFrame,
  sharedBy,
  varietyOf,
  type Voices,
  type VoiceSums,
} from './voice-evidence.ts';
import { frameS } from './voice-frames.ts';

/**
 * What must be seen of a voice for it to be one of its own: so much speech, so much better an explanation with it than without
 * (log of the ratio of evidence), and that much for each of its frames. Chosen on synthetic conversations and on recordings of
 * one reader (`eval -- der`).
 *
 * `effectiveS`: a longer recording counts as this much speech, since sounds and phrases come again (a likelihood with a power
 * below 1 because frames are not independent, Landini et al. 2022). So what is needed, chosen on a minute, holds for hours.
 */
const needed = {
  unknown: { leastS: 3.5, evidence: 30, share: 0.35, effectiveS: 60 },
  expected: { leastS: 3, evidence: 10, share: 0.2, effectiveS: 75 },
};

// clusters that alternate faster are kinds of sounds, not people
const leastTurnS = 1.4;

// a minor cluster whose class perplexity is below this share of the highest one is a repeated phrase, not a speaker
const leastVariety = 0.5;

// If sentences are repeated, clusters can stand for phrases instead of voices. Such clusters have short turns (s), and differ less
// than this share of what the voices of a grouping into fewer speakers differ.
const phraseTurnS = 2.2;
const phraseDifference = 0.6;

/** How many speak, as far as is known: who, and how well apart the two most alike are. */
type Found = { labels: Uint8Array; difference: number; turnS: number };

type Grouping = {
  blocks: Blocks;
  /** Of each block, 0 to `from` − 1; overwritten. */
  labels: Uint8Array;
  /** More than there are speakers. */
  from: number;
  /** How many were told, or can be told apart. */
  most: number;
  /** Somebody said how many take part. */
  isTold: boolean;
  speechFrameCount: number;
};

/**
 * Joins the two most alike until all that are left are well apart, and no phrases; `labels` then say who speaks, numbered in no
 * order.
 */
export function mergeSpeakers(voices: Voices, merging: Merging<VoiceSums>, grouping: Grouping): void {
  const { blocks, labels, from, most, isTold, speechFrameCount } = grouping;
  const need = isTold ? needed.expected : needed.unknown;
  const trust = Math.min(1, need.effectiveS / (speechFrameCount * frameS));
  let found: Found[] = [];
  for (let count = from; count > 1; count--) {
    const { sums, turnS } = resegment(voices, blocks, labels, count, trust);
    const widest = Math.max(...sums.map(varietyOf));
    const isTooLittle = (voice: VoiceSums) => {
      const heardS = amountOf(voice) * frameS;
      return heardS < need.leastS * (varietyOf(voice) < leastVariety * widest ? 1 : trust);
    };
    const { a, b, cost, share, difference } = mostAlike(sums, merging, isTooLittle, need.evidence);
    const isApart = !sums.some(isTooLittle) && cost > need.evidence && share > need.share;
    if (count <= most && isApart && turnS >= leastTurnS) {
      const isNoPhrase = (one: Found) =>
        one.turnS >= phraseTurnS || one.difference >= phraseDifference * difference;
      found = [...found.filter(isNoPhrase), { labels: labels.slice(), difference, turnS }];
      // stops at the stated number of speakers if every frame counts fully, and at a first result with long turns, which stays
      const isAsTold = isTold && count === most && trust === 1;
      if (isAsTold || found[0]!.turnS >= phraseTurnS) break;
    }
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] === b) labels[i] = a;
      else if (labels[i]! > b) labels[i]!--;
    }
  }
  if (found[0]) labels.set(found[0].labels);
}

/**
 * The two voices that are told apart by less than `least`, by the least of all; else those that differ the least in each frame of
 * the sounds that both made (`difference`). Where there is too little of one, it and the one most like it. `share`: by how much for
 * each frame that both could spare.
 */
function mostAlike(
  sums: readonly VoiceSums[],
  { costOf }: Merging<VoiceSums>,
  isTooLittle: (voice: VoiceSums) => boolean,
  least: number,
) {
  const isOneTooLittle = sums.some(isTooLittle);
  let best = { a: 0, b: 1, cost: Infinity, share: 0, difference: Infinity };
  for (const [a, one] of sums.entries()) {
    for (const [b, other] of sums.entries()) {
      if (b <= a || (isOneTooLittle && !isTooLittle(one) && !isTooLittle(other))) continue;
      const cost = costOf(one, other);
      const [left, right] = [amountOf(one), amountOf(other)];
      const share = left * right === 0 ? 0 : (cost * (left + right)) / (left * right * effectivePerFrame);
      const shared = sharedBy(one, other);
      const difference = shared > 0 ? cost / shared : 0;
      const isMoreAlike =
        Math.min(cost, best.cost) <= least ? cost < best.cost : difference < best.difference;
      if (isMoreAlike) best = { a, b, cost, share, difference };
    }
  }
  return best;
}
