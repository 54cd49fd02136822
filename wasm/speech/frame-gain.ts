import { dbToAmplitude } from '#wasm/dsp/decibel.ts';

type FrameGain = {
  /** Raises a block of `samples` in place, having looked at the levels (dBFS) of the frames in it. */
  apply(samples: Float32Array, levelsDbfs: readonly number[] | Float64Array): void;
};

/**
 * Where the louder frames are brought to. The model hears more the louder it is, overdriven or not: far-field meetings and a
 * whispered clip lose most of their speech at -26. At -6 it hears noise as well (`npm run eval -- vad`).
 */
const targetDbfs = -12;
/** Far-field recordings with peaks of -49 dBFS are intelligible; more gain than this only raises a noise floor. */
const maxGainDb = 48;
/** Below this there is nothing but the noise of a 16-bit converter. */
const silentBelowDbfs = -80;
/** What is there between words is not raised above this: loud noise is taken for speech, and overdriven it hides speech. */
const maxRoomDbfs = -36;
/** The louder frames of a block, and what is between words. */
const loudShare = 0.9;
const roomShare = 0.1;
/**
 * How much the level that decides may fall from block to block (2 s): a pause does not raise the room at once, and somebody
 * 24 dB farther away is raised after two sentences.
 */
const fallDb = 8;
/** More gain comes within 100 ms at 16 kHz: within a whole block, quiet speech after silence lost its beginning. */
const rampSamples = 1_600;
/** The room is the quietest of this many blocks: without pauses it shows only now and then. */
const rememberedBlocks = 16;

/** The gain in dB for a passage by the level of its louder frames and of what lies between words. Loud sound is left alone. */
export const gainForLevel = (levelDbfs: number, roomDbfs: number): number =>
  levelDbfs < silentBelowDbfs
    ? 0
    : Math.max(0, Math.min(maxGainDb, targetDbfs - levelDbfs, maxRoomDbfs - roomDbfs));

/** Brings quiet speech to where a detector hears it, so that quiet recordings are not taken for silence. */
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
      // Less gain at once, since the louder passage lies within these samples; more gain without a jump.
      const from = Math.min(previous ?? gain, gain);
      const ramp = from === gain ? 0 : Math.min(rampSamples, samples.length);
      for (let i = 0; i < ramp; i++) samples[i]! *= from + (gain - from) * (i / rampSamples);
      if (gain !== 1) for (let i = ramp; i < samples.length; i++) samples[i]! *= gain;
      previous = level < silentBelowDbfs ? undefined : gain;
    },
  };
}
