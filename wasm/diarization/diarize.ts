import { agglomerate, condense, type Cluster, type Merging } from './ahc.ts';
import { createVoiceDistance } from './gaussian.ts';
import { mergeSpeakers } from './merge-speakers.ts';
import { blocksOf } from './vb-hmm.ts';
import { cutStretches, markSpeechFrames, type Stretch } from './segments.ts';
import { fitMixture, responsibilities } from './gmm.ts';
import { createVoices, type VoiceSums } from './voice-evidence.ts';
import type { VoiceFrames } from './voice-frames.ts';

type DiarizeOptions = {
  /** Number of participants; null if nobody stated it. It is an upper limit of speakers, and lowers the required evidence. */
  participants: number | null;
  gapsS: readonly number[];
};

const mostClasses = 32;
const mostSpeakers = 8;
// Initial number of clusters. There are more of them than speakers, so that none contains two voices.
const firstClusters = 6;

/**
 * Returns the speaker of each frame, without a pretrained model. Stretches are cut where the voice changes, clustered by the
 * evidence that they have the same voice, and resegmented by variational Bayes; then the two most similar clusters are merged
 * until the rest are distinct and none is a phrase. Speakers are in no particular order.
 */
export function diarizeFrames(
  frames: VoiceFrames,
  stretches: readonly Stretch[],
  { participants, gapsS }: DiarizeOptions,
): Uint8Array {
  const speakers = new Uint8Array(frames.count);
  const speechFrames = markSpeechFrames(frames, stretches);
  if (!speechFrames.includes(1)) return speakers;
  const most = Math.max(1, Math.min(participants ?? mostSpeakers, mostSpeakers));
  if (most === 1) return speakers;

  const pieces = cutStretches(frames, speechFrames, stretches, createVoiceDistance(frames, speechFrames));
  const classes = fitMixture(frames, speechFrames, mostClasses);
  const voices = createVoices(frames, speechFrames, classes, responsibilities(frames, speechFrames, classes));
  const merging = mergingOf(voices);
  const clusters = pieces.map((piece, index): Cluster<VoiceSums> => {
    const voice = voices.none();
    voices.add(voice, ...piece);
    return { voice, members: [index] };
  });
  const isFew = (_: number, left: number) => left <= Math.max(most, firstClusters);
  const initial = agglomerate(condense(clusters, merging), merging, isFew);

  const blocks = blocksOf(stretches, gapsS);
  for (const [index, { members }] of initial.entries())
    for (const member of members) speakers.fill(index, ...pieces[member]!);
  const labels = Uint8Array.from(blocks.bounds, ([from]) => speakers[from]!);
  const speechFrameCount = speechFrames.reduce((sum, flag) => sum + flag, 0);
  const isStated = participants !== null;
  mergeSpeakers(voices, merging, { blocks, labels, from: initial.length, most, isStated, speechFrameCount });
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
