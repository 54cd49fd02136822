import { dbToAmplitude } from '#wasm/dsp/decibel.ts';

type FrameGain = {
  apply(samples: Float32Array, levelsDbfs: readonly number[] | Float64Array): void;
};

/**
 * Target level of the louder frames. The model detects more at higher levels, clipped or not: at -26, far-field meetings and a
 * whispered clip lose most of their speech; at -6, noise counts as speech (`npm run eval -- vad`).
 */
const targetDbfs = -12;
/**
 * Largest gain, dB. Far-field recordings with peaks of -49 dBFS are intelligible; more gain only raises the noise
 * floor.
 */
const maxGainDb = 48;
/** Level below which there is only the noise of a 16-bit converter. */
const silentBelowDbfs = -80;
/** The noise floor is not raised above this: loud noise counts as speech, and clipped noise masks speech. */
const maxRoomDbfs = -36;
/** Quantiles of a block's frame levels: speech and noise floor. */
const loudShare = 0.9;
const roomShare = 0.1;
/**
 * Largest fall of the speech level from block to block (2 s): a pause does not raise the noise at once, and a speaker who is 24 dB
 * quieter is raised after two sentences.
 */
const fallDb = 8;
/**
 * Number of samples in which the gain rises: 100 ms at 16 kHz. When it rose over a whole block, quiet speech after
 * silence lost its onset.
 */
const rampSamples = 1_600;
/** The noise floor is the minimum of this many blocks, because in continuous speech it shows only now and then. */
const rememberedBlocks = 16;

/** Returns the gain in dB by the level of the louder frames and by the noise floor. Loud sound gets none. */
export const gainForLevel = (levelDbfs: number, roomDbfs: number): number =>
  levelDbfs < silentBelowDbfs
    ? 0
    : Math.max(0, Math.min(maxGainDb, targetDbfs - levelDbfs, maxRoomDbfs - roomDbfs));

/** Amplifies quiet speech to the level at which the detector recognises it. */
export function createFrameGain(): FrameGain {
  const rooms: number[] = [];
  let level = -Infinity;
  let previous: number | undefined;
  return {
    apply(samples, levelsDbfs) {
      const sorted = Float64Array.from(levelsDbfs).toSorted();
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? silentBelowDbfs;
      level = Math.max(at(loudShare), level - fallDb);
      rooms.push(at(roomShare));
      if (rooms.length > rememberedBlocks) rooms.shift();
      const gain = dbToAmplitude(gainForLevel(level, Math.min(...rooms)));
      // The gain falls at once, because the louder passage begins within these samples. It rises by a ramp.
      const from = Math.min(previous ?? gain, gain);
      const ramp = from === gain ? 0 : Math.min(rampSamples, samples.length);
      for (let i = 0; i < ramp; i++) samples[i]! *= from + (gain - from) * (i / rampSamples);
      if (gain !== 1) for (let i = ramp; i < samples.length; i++) samples[i]! *= gain;
      previous = level < silentBelowDbfs ? undefined : gain;
    },
  };
}
