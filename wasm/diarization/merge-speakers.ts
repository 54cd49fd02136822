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
 * Evidence that a voice needs to count as a speaker: seconds of speech, the log Bayes factor of a model with this voice
 * against one without it, and that factor per frame. The values were chosen on synthetic conversations and on
 * recordings of one reader (`eval -- der`).
 *
 * In a recording with more speech than `effectiveS`, the evidence is scaled as if there were `effectiveS` of it, because
 * sounds and phrases recur. (The likelihood gets an exponent below 1, since frames are not independent: Landini et al. 2022.)
 * So limits that were chosen on one minute hold for hours.
 */
const needed = {
  unknown: { leastS: 3.5, evidence: 30, share: 0.35, effectiveS: 60 },
  expected: { leastS: 3, evidence: 10, share: 0.2, effectiveS: 75 },
};

// Clusters that alternate faster than this, s, are kinds of sounds, not people.
const leastTurnS = 1.4;

// A minor cluster whose class perplexity is below this share of the highest one is a repeated phrase, not a speaker.
const leastVariety = 0.5;

// If sentences are repeated, clusters can stand for phrases instead of voices. Such clusters have short turns (s), and their
// difference is below this share of the difference between the voices of a grouping into fewer speakers.
const phraseTurnS = 2.2;
const phraseDifference = 0.6;

/** A grouping: its labels, the difference between its two most similar speakers, and the mean length of a turn, s. */
type Found = { labels: Uint8Array; difference: number; turnS: number };

type Grouping = {
  blocks: Blocks;
  /** Speaker of each block, 0 to `from` − 1; overwritten. */
  labels: Uint8Array;
  /** Initial number of clusters, more than there are speakers. */
  from: number;
  /** The stated number of speakers, or the largest number that can be distinguished. */
  most: number;
  /** True if a person stated the number of speakers. */
  isStated: boolean;
  speechFrameCount: number;
};

/**
 * Merges the two most similar clusters until all that remain are distinct and none is a phrase. Overwrites `labels` with the
 * speaker of each block, in no particular order.
 */
export function mergeSpeakers(voices: Voices, merging: Merging<VoiceSums>, grouping: Grouping): void {
  const { blocks, labels, from, most, isStated, speechFrameCount } = grouping;
  const need = isStated ? needed.expected : needed.unknown;
  const trust = Math.min(1, need.effectiveS / (speechFrameCount * frameS));
  let found: Found[] = [];
  for (let count = from; count > 1; count--) {
    const { sums, turnS } = resegment(voices, blocks, labels, count, trust);
    const widest = Math.max(...sums.map(varietyOf));
    const isTooLittle = (voice: VoiceSums) => {
      const spokenS = amountOf(voice) * frameS;
      return spokenS < need.leastS * (varietyOf(voice) < leastVariety * widest ? 1 : trust);
    };
    const { a, b, cost, share, difference } = mostAlike(sums, merging, isTooLittle, need.evidence);
    const isApart = !sums.some(isTooLittle) && cost > need.evidence && share > need.share;
    if (count <= most && isApart && turnS >= leastTurnS) {
      const isNoPhrase = (one: Found) =>
        one.turnS >= phraseTurnS || one.difference >= phraseDifference * difference;
      found = [...found.filter(isNoPhrase), { labels: labels.slice(), difference, turnS }];
      // Stops at the stated number of speakers if every frame counts fully, and at the first result with long turns, which is kept.
      const isStatedNumber = isStated && count === most && trust === 1;
      if (isStatedNumber || found[0]!.turnS >= phraseTurnS) break;
    }
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] === b) labels[i] = a;
      else if (labels[i]! > b) labels[i]!--;
    }
  }
  if (found[0]) labels.set(found[0].labels);
}

/**
 * Returns the two voices to merge. If the lowest cost of a pair is at most `least`, that pair is returned; otherwise
 * the pair with the smallest `difference`, which is the cost per frame of the classes that both voices contain. If a
 * voice has too little evidence, only pairs with such a voice are compared. `share` is the cost per frame, where two
 * voices of n and m frames count as n m / (n + m) frames.
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
