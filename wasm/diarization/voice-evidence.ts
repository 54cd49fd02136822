import { sharesPerFrame, type Responsibilities, type Mixture } from './gmm.ts';
import { cepstra, type VoiceFrames } from './voice-frames.ts';

/**
 * Weighted sums over the frames of a voice: `counts` of their shares in each class, `offsets` of their offsets from the
 * mean of the class, `voiced` of the voiced frames, and `pitch` of the pitches of these (`createPitchOffsets`).
 */
export type VoiceSums = { counts: Float64Array; offsets: Float64Array; voiced: number; pitch: number };

/** Effective sample size per frame: frames overlap and correlate with their neighbours. */
export const effectivePerFrame = 0.25;
const pitchShare = 1 / 15;
// Prior precision: a class shifts from voice to voice by a standard deviation of 1 / √2 of its own.
const offsetPrior = 2;
const pitchPrior = 1;
// Standard deviation of a voice's pitch, and the largest offset, both in octaves. A larger offset is an octave error.
const pitchDeviation = 0.2;
const mostPitchOffset = 0.7;

/** Returns the number of frames in the sums. */
export const amountOf = ({ counts }: VoiceSums): number =>
  counts.reduce((sum, count) => sum + count, 0) / effectivePerFrame;

/**
 * Returns the perplexity of the classes, which is the number of classes in use: few for a phrase, nearly all for a
 * person.
 */
export const varietyOf = ({ counts }: VoiceSums): number => {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return Math.exp(
    counts.reduce((sum, count) => (count > 0 ? sum - (count / all) * Math.log(count / all) : sum), 0),
  );
};

/**
 * Returns the number of frames of the classes that both voices have (half the harmonic mean per class), in effective
 * samples.
 */
export const sharedBy = (a: VoiceSums, b: VoiceSums): number =>
  a.counts.reduce((sum, count, c) => {
    const all = count + b.counts[c]!;
    return all > 0 ? sum + (count * b.counts[c]!) / all : sum;
  }, 0);

export type Voices = ReturnType<typeof createVoices>;

/** Creates functions that score the voices of a recording against the average of all its voices. */
export function createVoices(
  frames: VoiceFrames,
  speechFrames: Uint8Array,
  classes: Mixture,
  shares: Responsibilities,
) {
  const { values } = frames;
  const { means } = classes;
  const inverses = classes.variances.map((variance) => 1 / variance);
  const pitchOf = createPitchOffsets(frames, speechFrames);

  /** Adds the frames `[from, to)` to the sums of a voice. `weight`: probability that the voice spoke them. */
  function add(sums: VoiceSums, from: number, to: number, weight = 1): void {
    for (let at = from; at < to; at++) {
      if (!speechFrames[at]) continue;
      for (let k = 0; k < sharesPerFrame; k++) {
        const share = weight * shares.shares[at * sharesPerFrame + k]! * effectivePerFrame;
        if (share === 0) continue;
        const c = shares.classes[at * sharesPerFrame + k]!;
        sums.counts[c]! += share;
        for (let d = at * cepstra, i = c * cepstra, end = i + cepstra; i < end; d++, i++)
          sums.offsets[i]! += share * (values[d]! - means[i]!);
      }
      if (frames.pitch[at]! > 0) {
        sums.voiced += weight * pitchShare;
        sums.pitch += weight * pitchShare * pitchOf(at);
      }
    }
  }

  /**
   * Returns a function that computes the expected log-likelihood ratio of the frames `[from, to)` for a voice with
   * these sums (variational Bayes).
   */
  function scorer(sums: VoiceSums) {
    const { shift, constants, pitchShift, pitchConstant } = posteriorOf(sums, classes, inverses);
    return (from: number, to: number): number => {
      let total = 0;
      for (let at = from; at < to; at++) {
        if (!speechFrames[at]) continue;
        for (let k = 0; k < sharesPerFrame; k++) {
          const share = shares.shares[at * sharesPerFrame + k]! * effectivePerFrame;
          if (share === 0) continue;
          const c = shares.classes[at * sharesPerFrame + k]!;
          let product = -constants[c]!;
          for (let d = at * cepstra, i = c * cepstra, end = i + cepstra; i < end; d++, i++)
            product += shift[i]! * values[d]!;
          total += share * product;
        }
        if (frames.pitch[at]! > 0) total += pitchShare * (pitchShift * pitchOf(at) - pitchConstant);
      }
      return total;
    };
  }

  return {
    none: (): VoiceSums => ({
      counts: new Float64Array(classes.count),
      offsets: new Float64Array(classes.count * cepstra),
      voiced: 0,
      pitch: 0,
    }),
    add,
    join: joinSums,
    /** Returns the evidence for one voice `a`, or for `a` and `b` as one voice. */
    evidence: (a: VoiceSums, b: VoiceSums | null = null): number => evidenceOf(inverses, a, b),
    scorer,
  };
}

/**
 * Returns a function that gives the pitch of a frame as its offset from the median of the recording, in standard
 * deviations of a voice's pitch.
 */
function createPitchOffsets({ pitch }: VoiceFrames, speechFrames: Uint8Array): (at: number) => number {
  const voiced = pitch.filter((each, at) => speechFrames[at] === 1 && each > 0).toSorted();
  const median = voiced[voiced.length >> 1] ?? 0;
  return (at) => Math.max(-mostPitchOffset, Math.min(mostPitchOffset, pitch[at]! - median)) / pitchDeviation;
}

const joinSums = (a: VoiceSums, b: VoiceSums): VoiceSums => ({
  counts: a.counts.map((count, i) => count + b.counts[i]!),
  offsets: a.offsets.map((offset, i) => offset + b.offsets[i]!),
  voiced: a.voiced + b.voiced,
  pitch: a.pitch + b.pitch,
});

/**
 * Returns the log Bayes factor of a separate voice with these sums against the average voice. The offsets of the
 * classes have a normal prior, in units of the variance of the class.
 */
function evidenceOf(inverses: Float64Array, a: VoiceSums, b: VoiceSums | null): number {
  let sum = 0;
  for (let c = 0; c < a.counts.length; c++) {
    const count = a.counts[c]! + (b ? b.counts[c]! : 0);
    if (count === 0) continue;
    let squares = 0;
    for (let i = c * cepstra; i < (c + 1) * cepstra; i++) {
      const offset = a.offsets[i]! + (b ? b.offsets[i]! : 0);
      squares += offset * offset * inverses[i]!;
    }
    sum += squares / (count + offsetPrior) - cepstra * Math.log((count + offsetPrior) / offsetPrior);
  }
  const voiced = a.voiced + (b?.voiced ?? 0);
  const pitch = a.pitch + (b?.pitch ?? 0);
  sum += (pitch * pitch) / (voiced + pitchPrior) - Math.log((voiced + pitchPrior) / pitchPrior);
  return sum / 2;
}

/**
 * Returns the posterior distribution of a voice with these sums. `shift` is the expected offset of each mean, divided
 * by the variance of the class. `constants` is the part of each class's log-likelihood ratio that does not depend on
 * the frame, with the sign changed.
 */
function posteriorOf(sums: VoiceSums, { count, means }: Mixture, inverses: Float64Array) {
  const shift = sums.offsets.map(
    (offset, i) => (offset * inverses[i]!) / (sums.counts[Math.floor(i / cepstra)]! + offsetPrior),
  );
  const constants = Float64Array.from({ length: count }, (_, c) => {
    let squares = cepstra / (sums.counts[c]! + offsetPrior);
    for (let i = c * cepstra; i < (c + 1) * cepstra; i++)
      squares += (shift[i]! * shift[i]!) / inverses[i]! + 2 * shift[i]! * means[i]!;
    return squares / 2;
  });
  const pitchShift = sums.pitch / (sums.voiced + pitchPrior);
  const pitchConstant = (pitchShift * pitchShift + 1 / (sums.voiced + pitchPrior)) / 2;
  return { shift, constants, pitchShift, pitchConstant };
}
