import type { Stretch } from './segments.ts';
import { frameS } from './voice-frames.ts';
import type { Voices, VoiceSums } from './voice-evidence.ts';

// Number of frames in a block, about a tenth of a second.
const blockFrames = 6;
const blockS = blockFrames * frameS;
const rounds = 3;
// Probability of a speaker change within speech, for each block. It is small, because single sounds of one voice may fit another
// voice better. This is the largest value with which no sentence of the fixture was split; down to 0.0001 the results are the
// same (`eval -- der`).
const changeInSpeech = 0.0005;
const changeAtPause = 0.12;
// Higher probability, used to measure the length of turns: with it, kinds of sounds alternate fast, and people do not.
const cheapChange = 0.02;

/** Blocks, `[from, to)` in frames, between which the speaker may change, and the silence before each, s. */
export type Blocks = { bounds: Stretch[]; gapS: Float64Array };

export function blocksOf(stretches: readonly Stretch[], gapsS: readonly number[]): Blocks {
  const bounds: Stretch[] = [];
  const gapS: number[] = [];
  for (const [index, [from, to]] of stretches.entries()) {
    for (let at = from; at < to; at += blockFrames) {
      bounds.push([at, Math.min(to, at + blockFrames)]);
      gapS.push(at === from ? gapsS[index]! : 0);
    }
  }
  return { bounds, gapS: Float64Array.from(gapS) };
}

/** Returns the probability of a change before a block: `inSpeech` if there is no pause before it. */
const changeAt = (gapS: number, inSpeech: number) =>
  gapS > 0 ? Math.min(0.5, changeAtPause + 0.3 * Math.min(1, gapS)) : inSpeech;

/**
 * Refines speaker labels by a variational Bayes hidden Markov model (Kenny 2008; Diez, Burget & Matějka 2018; without
 * eigenvoices). `labels`, the speaker of each block, is overwritten. Returns the sums of each speaker, in which a frame
 * counts as `trust` frames, and the mean turn length, s, at the probability `cheapChange`.
 */
export function resegment(
  voices: Voices,
  { bounds, gapS }: Blocks,
  labels: Uint8Array,
  speakers: number,
  trust: number,
): { sums: VoiceSums[]; turnS: number } {
  const count = bounds.length;
  let posterior = new Float64Array(count * speakers);
  for (let b = 0; b < count; b++) posterior[b * speakers + labels[b]!] = 1;
  let sums: VoiceSums[] = [];
  const gather = () => {
    sums = Array.from({ length: speakers }, () => voices.none());
    for (const [b, [from, to]] of bounds.entries()) {
      for (let k = 0; k < speakers; k++) {
        const weight = posterior[b * speakers + k]!;
        if (weight > 1e-3) voices.add(sums[k]!, from, to, weight * trust);
      }
    }
  };
  const scores = new Float64Array(count * speakers);
  for (let round = 0; round < rounds; round++) {
    gather();
    for (let k = 0; k < speakers; k++) {
      const score = voices.scorer(sums[k]!);
      for (const [b, [from, to]] of bounds.entries()) scores[b * speakers + k] = score(from, to);
    }
    posterior = forwardBackward(scores, gapS, speakers);
  }
  labels.set(viterbi(scores, gapS, speakers, changeInSpeech));
  posterior.fill(0);
  for (let b = 0; b < count; b++) posterior[b * speakers + labels[b]!] = 1;
  gather();
  return { sums, turnS: meanTurnS(viterbi(scores, gapS, speakers, cheapChange)) };
}

function meanTurnS(labels: Uint8Array): number {
  const changes = labels.reduce((sum, label, i) => sum + (i > 0 && label !== labels[i - 1] ? 1 : 0), 0);
  return (labels.length * blockS) / (changes + 1);
}

function forwardBackward(scores: Float64Array, gapS: Float64Array, speakers: number) {
  const count = gapS.length;
  const forward = new Float64Array(count * speakers);
  const likelihood = new Float64Array(count * speakers);
  for (let b = 0; b < count; b++) {
    let best = -Infinity;
    for (let k = 0; k < speakers; k++) best = Math.max(best, scores[b * speakers + k]!);
    const change = b === 0 ? 1 : changeAt(gapS[b]!, changeInSpeech);
    let total = 0;
    for (let k = 0; k < speakers; k++) {
      const i = b * speakers + k;
      likelihood[i] = Math.exp(scores[i]! - best) + 1e-300;
      const before = b === 0 ? 0 : forward[i - speakers]!;
      forward[i] = ((1 - change) * before + change / speakers) * likelihood[i]!;
      total += forward[i]!;
    }
    for (let k = 0; k < speakers; k++) forward[b * speakers + k]! /= total;
  }
  const backward = new Float64Array(speakers).fill(1);
  for (let b = count - 2; b >= 0; b--) {
    const change = changeAt(gapS[b + 1]!, changeInSpeech);
    let mean = 0;
    for (let k = 0; k < speakers; k++) {
      backward[k]! *= likelihood[(b + 1) * speakers + k]!;
      mean += backward[k]! / speakers;
    }
    let largest = 0;
    for (let k = 0; k < speakers; k++) {
      backward[k] = (1 - change) * backward[k]! + change * mean;
      largest = Math.max(largest, backward[k]!);
    }
    let total = 0;
    for (let k = 0; k < speakers; k++) {
      backward[k]! /= largest;
      forward[b * speakers + k]! *= backward[k]!;
      total += forward[b * speakers + k]!;
    }
    for (let k = 0; k < speakers; k++) forward[b * speakers + k]! /= total;
  }
  return forward;
}

function viterbi(scores: Float64Array, gapS: Float64Array, speakers: number, inSpeech: number): Uint8Array {
  const labels = new Uint8Array(gapS.length);
  const count = gapS.length;
  const from = new Uint8Array(count * speakers);
  let values = scores.slice(0, speakers);
  for (let b = 1; b < count; b++) {
    const change = changeAt(gapS[b]!, inSpeech);
    const [stay, go] = [Math.log(1 - change + change / speakers), Math.log(change / speakers)];
    let best = 0;
    for (let k = 1; k < speakers; k++) if (values[k]! > values[best]!) best = k;
    const next = new Float64Array(speakers);
    for (let k = 0; k < speakers; k++) {
      const stays = values[k]! + stay >= values[best]! + go;
      from[b * speakers + k] = stays ? k : best;
      next[k] = (stays ? values[k]! + stay : values[best]! + go) + scores[b * speakers + k]!;
    }
    values = next;
  }
  let k = values.indexOf(Math.max(...values));
  for (let b = count - 1; b >= 0; b--) {
    labels[b] = k;
    k = from[b * speakers + k]!;
  }
  return labels;
}
