import { voiceRate } from '#wasm/speech/detect.ts';
import { createRandom } from '../quality/degrade.ts';
import type { SpeakerTurn } from './der-score.ts';

export type Conversation = { name: string; samples: Float32Array; turns: SpeakerTurn[] };
export type Speaker = { name: string; sentences: readonly Float32Array[] };

// Level of the noise of a quiet room. It is the same for all speakers, so that it identifies no voice.
const roomDbfs = -62;
const speechPeak = 0.5;
const longestQuickS = 0.08;

/**
 * Composes a conversation of at least `lengthS`: turns of one to three sentences, pauses of 0.15 to 1 s between turns
 * and of 0.1 to 0.5 s between sentences, faint room noise. If `isQuick`, the next speaker begins within 0.08 s. The
 * same seed gives the same conversation.
 */
export function converse(
  name: string,
  speakers: readonly Speaker[],
  { lengthS, seed, isQuick = false }: { lengthS: number; seed: number; isQuick?: boolean },
): Conversation {
  const random = createRandom(seed);
  const samples = new Float32Array(Math.round((lengthS + 30) * voiceRate));
  const turns: SpeakerTurn[] = [];
  let atS = 0.5;
  let last = -1;
  const next = speakers.map((_, index) =>
    Math.floor((index * speakers[0]!.sentences.length) / speakers.length),
  );
  let rounds = 0;
  while (atS < lengthS) {
    const others = speakers
      .map((_, index) => index)
      .filter((index) => index !== last || speakers.length === 1);
    // Each speaker gets one turn before speakers are chosen at random.
    last = rounds < speakers.length ? rounds : others[Math.floor(random() * others.length)]!;
    rounds++;
    const { name: speaker, sentences } = speakers[last]!;
    const count = 1 + Math.floor(random() * 3);
    for (let i = 0; i < count && atS < lengthS; i++) {
      // Each speaker goes through all sentences from another start, so that none repeats early.
      const said = sentences[(next[last]! += 1) % sentences.length]!;
      const peak = said.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
      const gain = (speechPeak * 10 ** ((random() * 4 - 2) / 20)) / peak;
      const start = Math.round(atS * voiceRate);
      for (let k = 0; k < said.length; k++) samples[start + k]! += said[k]! * gain;
      const endS = atS + said.length / voiceRate;
      const previous = turns.at(-1);
      if (i > 0 && previous && atS - previous.span[1] < 0.3) previous.span[1] = endS;
      else turns.push({ speaker, span: [atS, endS] });
      atS = endS + 0.1 + random() * 0.4;
    }
    const gapS = random();
    atS = isQuick ? turns.at(-1)!.span[1] + gapS * longestQuickS : atS + gapS * 0.5 + 0.05;
  }
  const noise = 10 ** (roomDbfs / 20) * Math.sqrt(3);
  const all = samples.subarray(0, Math.ceil(atS * voiceRate));
  for (let i = 0; i < all.length; i++) all[i]! += (random() * 2 - 1) * noise;
  return { name, samples: all, turns };
}
