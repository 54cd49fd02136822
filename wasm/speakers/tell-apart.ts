import { agglomerate, condense, type Cluster, type Merging } from './agglomerate.ts';
import { createVoiceDistance } from './gaussian.ts';
import { blocksOf, blockS, resegment } from './resegment.ts';
import { cutStretches, markLoud, type Stretch } from './segments.ts';
import { learnClasses, shareClasses } from './sound-classes.ts';
import { amountOf, createVoices, newsPerFrame, type VoiceSums } from './voice-evidence.ts';
import { frameS, type VoiceFrames } from './voice-frames.ts';

export type TellOptions = {
  /** How many people take part, where somebody said so: never more are told apart, and less is asked of the evidence. */
  participants: number | null;
  /** Silence before each stretch, s. */
  gapsS: readonly number[];
};

const mostClasses = 32;
const mostSpeakers = 8;
// clusters to begin with: more than speakers, so that none has two voices in it
const firstClusters = 6;

/**
 * What must be seen of a voice for it to be one of its own: so much speech, so much better an explanation with it than without
 * (log of the ratio of evidence), and that much for each of its frames. Chosen on synthetic conversations and on recordings of
 * one reader (`eval -- der`).
 */
const needed = {
  unknown: { leastS: 3.5, evidence: 30, share: 0.35 },
  expected: { leastS: 3, evidence: 10, share: 0.2 },
};

// clusters that alternate faster are kinds of sounds, not people
const leastTurnS = 1.4;

/**
 * Who speaks in each frame, without any model made before: pieces cut where the voice changes, clustered by the evidence that
 * they are of one voice, and resegmented by variational Bayes; then the two most alike are joined until all that are left are
 * well apart. Speakers are numbered in no order.
 */
export function tellApart(
  frames: VoiceFrames,
  stretches: readonly Stretch[],
  { participants, gapsS }: TellOptions,
): Uint8Array {
  const speakers = new Uint8Array(frames.count);
  const loud = markLoud(frames, stretches);
  if (!loud.includes(1)) return speakers;
  const most = Math.max(1, Math.min(participants ?? mostSpeakers, mostSpeakers));
  const need = participants === null ? needed.unknown : needed.expected;
  if (most === 1) return speakers;

  const pieces = cutStretches(frames, loud, stretches, createVoiceDistance(frames, loud));
  const classes = learnClasses(frames, loud, mostClasses);
  const voices = createVoices(frames, loud, classes, shareClasses(frames, loud, classes));
  const merging = mergingOf(voices);
  const clusters = pieces.map((piece, index): Cluster<VoiceSums> => {
    const voice = voices.none();
    voices.add(voice, ...piece);
    return { voice, members: [index] };
  });
  const isFew = (_: number, left: number) => left <= Math.max(most, firstClusters);
  const begun = agglomerate(condense(clusters, merging), merging, isFew);

  const blocks = blocksOf(stretches, gapsS);
  for (const [index, { members }] of begun.entries())
    for (const member of members) speakers.fill(index, ...pieces[member]!);
  const labels = Uint8Array.from(blocks.bounds, ([from]) => speakers[from]!);
  for (let count = begun.length; count > 1; count--) {
    const sums = resegment(voices, blocks, labels, count);
    const isTooLittle = (voice: VoiceSums) => amountOf(voice) * frameS < need.leastS;
    const { a, b, cost, share } = mostAlike(sums, merging, isTooLittle);
    const isApart = !sums.some(isTooLittle) && cost > need.evidence && share > need.share;
    if (count <= most && isApart && meanTurnS(labels) >= leastTurnS) break;
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] === b) labels[i] = a;
      else if (labels[i]! > b) labels[i]!--;
    }
  }
  for (const [index, [from, to]] of blocks.bounds.entries()) speakers.fill(labels[index]!, from, to);
  return speakers;
}

function mergingOf(voices: ReturnType<typeof createVoices>): Merging<VoiceSums> {
  const known = new WeakMap<VoiceSums, number>();
  const single = (sums: VoiceSums): number => {
    const value = known.get(sums) ?? voices.evidence(sums);
    known.set(sums, value);
    return value;
  };
  return { costOf: (a, b) => single(a) + single(b) - voices.evidence(a, b), join: voices.join };
}

function meanTurnS(labels: Uint8Array): number {
  const changes = labels.reduce((sum, label, i) => sum + (i > 0 && label !== labels[i - 1] ? 1 : 0), 0);
  return (labels.length * blockS) / (changes + 1);
}

/**
 * The two voices that are told apart by the least; where there is too little of one, it and the one most like it. `share`: by how
 * much for each frame that both could spare.
 */
function mostAlike(
  sums: readonly VoiceSums[],
  { costOf }: Merging<VoiceSums>,
  isTooLittle: (voice: VoiceSums) => boolean,
) {
  const isOneTooLittle = sums.some(isTooLittle);
  let best = { a: 0, b: 1, cost: Infinity, share: 0 };
  for (const [a, one] of sums.entries()) {
    for (const [b, other] of sums.entries()) {
      if (b <= a || (isOneTooLittle && !isTooLittle(one) && !isTooLittle(other))) continue;
      const cost = costOf(one, other);
      const [left, right] = [amountOf(one), amountOf(other)];
      const share = left * right === 0 ? 0 : (cost * (left + right)) / (left * right * newsPerFrame);
      if (cost < best.cost) best = { a, b, cost, share };
    }
  }
  return best;
}
