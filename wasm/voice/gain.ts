export type FrameGain = {
  /** Raises `samples` in place, having looked at the levels (dBFS) of the frames in them. */
  apply(samples: Float32Array, levelsDbfs: readonly number[]): void;
};

/**
 * Where the louder frames are brought to. The model hears more the louder it is, overdriven or not: far-field meetings
 * lose 10 to 19 % of their speech so, 10 to 27 % at -26, and a whispered clip most of it there.
 */
const targetDbfs = -12;
/** Far-field recordings with peaks of -49 dBFS are intelligible; more gain than this only raises a noise floor. */
const maxGainDb = 48;
/** Below this there is nothing but the noise of a 16-bit converter. */
const floorDbfs = -80;
/** The loud frames of the last blocks decide: long enough that a pause does not raise the room. */
const rememberedBlocks = 16;
const percentile = 0.9;

/** The gain in dB for a passage whose louder frames have this level. Loud sound is left alone. */
export const gainForLevel = (levelDbfs: number): number =>
  levelDbfs < floorDbfs ? 0 : Math.max(0, Math.min(maxGainDb, targetDbfs - levelDbfs));

/** Brings quiet speech to where a detector hears it, so that quiet recordings are not taken for silence. */
export function createFrameGain(): FrameGain {
  const recent: number[] = [];
  let previous: number | undefined;
  return {
    apply(samples, levelsDbfs) {
      const sorted = levelsDbfs.toSorted((a, b) => a - b);
      recent.push(sorted[Math.floor((sorted.length - 1) * percentile)] ?? floorDbfs);
      if (recent.length > rememberedBlocks) recent.shift();
      const gain = 10 ** (gainForLevel(Math.max(...recent)) / 20);
      // Less gain at once, since the louder passage lies within these samples; more gain little by little.
      const from = Math.min(previous ?? gain, gain);
      for (let i = 0; i < samples.length; i++) samples[i]! *= from + ((gain - from) * i) / samples.length;
      previous = gain;
    },
  };
}
