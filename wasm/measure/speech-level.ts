import { dbToPower, powerToDb } from '#wasm/dsp/decibel.ts';
import { createPowerHistogram, type PowerDistribution } from '#wasm/dsp/histogram.ts';

/** Levels by band of 250 Hz (of FFT bins of 31.25 Hz, frames of 512 samples at 16 kHz), as mean squares. */
export type BandLevels = {
  /** Mean of the frames with speech, and what their loud twentieth reaches: consonants are short. */
  speech: Float64Array;
  loud: Float64Array;
  /** What is there when nobody speaks. */
  noise: Float64Array;
};

export type SpeechLevels = {
  /** Level of the frames with speech, dBFS (0 = square wave at full scale); null without any. */
  speechDbfs: number | null;
  /** Level between speech (without pauses, what each band falls to while others speak), dBFS; null without speech. */
  noiseDbfs: number | null;
  /** Speech above noise, dB, -20 to 90; null where one of the two is missing. */
  snrDb: number | null;
  bands: BandLevels | null;
  /** Mean power spectra; that of noise by bands where too few frames are free of speech; null without speech. */
  speechBins: Float64Array | null;
  noiseBins: Float64Array | null;
};

/** Frames counted: the distribution of the power of each band, and all power spectra added up. */
type FrameSums = { bands: readonly PowerDistribution[]; bins: Float64Array };

type SpeechLevel = {
  /** One frame: its power spectrum (257 bins, mean squares) and its probability of speech. */
  push(bins: Float64Array, probability: number): void;
  result(): SpeechLevels;
};

export const binHz = 31.25;
export const frameBins = 257;
/** Below 94 Hz there is rumble, and no speech. */
export const firstBin = 3;
const binsPerBand = 8;
export const bandHz = binHz * binsPerBand;
export const bandCount = 32;

const speechFrom = 0.5;
/** Room sound is what has no trace of speech for a quarter of a second around it: reverberation and breath do not count. */
const noiseBelow = 0.15;
export const guardFrames = 8;
/** A third of a second of speech, a second of room, are the least to judge by. */
const minSpeechFrames = 10;
const minNoiseFrames = 31;
/**
 * Who speaks without a pause still leaves every band free now and then (quantile-based noise estimation, Stahl et al. 2000):
 * the level that one frame in ten falls below, plus what that quantile of noise of this bandwidth lies below its mean.
 */
const quietShare = 0.1;
const quietBiasDb = 3.2;
/** Knocks and handling in a pause are not its level: its median, plus what that of noise lies below the mean. */
const roomBiasDb = 0.3;
const loudShare = 0.95;
/** Digital silence between words would make the ratio infinite. */
const floorPower = 1e-10 / bandCount;

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
const mapBands = (map: (band: number) => number) =>
  Float64Array.from({ length: bandCount }, (_, b) => map(b));

function toBands(powers: Float64Array, out: Float64Array): void {
  for (let band = 0; band < bandCount; band++) {
    let sum = 0;
    for (let bin = Math.max(firstBin, band * binsPerBand); bin < (band + 1) * binsPerBand; bin++)
      sum += powers[bin]!;
    out[band] = sum;
  }
}

/**
 * What to count frames for, by the probabilities of speech, one after the other: 'speech': this frame is speech; 'room': the
 * frame `guardFrames` before it is the room, which shows only now.
 */
export function createFrameClasses(): (probability: number) => 'speech' | 'room' | null {
  let sinceSound = 0;
  return (probability) => {
    sinceSound = probability < noiseBelow ? sinceSound + 1 : 0;
    if (probability >= speechFrom) return 'speech';
    // So many quiet frames lie after it, and as many before.
    return sinceSound > guardFrames * 2 ? 'room' : null;
  };
}

/** Levels of what was counted: all frames (their bands), those of speech, those of the room. */
export function levelsOf(all: FrameSums['bands'], speech: FrameSums, room: FrameSums): SpeechLevels {
  const speechFrames = speech.bands[0]!.total;
  const roomFrames = room.bands[0]!.total;
  const none = { speechDbfs: null, noiseDbfs: null, snrDb: null, bands: null };
  if (speechFrames < minSpeechFrames) return { ...none, speechBins: null, noiseBins: null };
  const hasRoom = roomFrames >= minNoiseFrames;
  const roomBias = dbToPower(roomBiasDb);
  const quiet = (band: number) => all[band]!.quantile(quietShare) * dbToPower(quietBiasDb);
  const noise = mapBands((band) =>
    Math.max(floorPower, hasRoom ? room.bands[band]!.quantile(0.5) * roomBias : quiet(band)),
  );
  const spoken = mapBands((band) => Math.max(floorPower, speech.bands[band]!.mean()));
  const noisePower = sumOf(noise);
  const speechPower = sumOf(spoken);
  // A frame of speech holds the noise as well.
  const snr = Math.max(speechPower - noisePower, noisePower * 0.01) / noisePower;
  const bandOf = (bin: number) => Math.min(bandCount - 1, Math.floor(bin / binsPerBand));
  return {
    speechDbfs: powerToDb(speechPower),
    noiseDbfs: powerToDb(noisePower),
    snrDb: powerToDb(snr),
    bands: { speech: spoken, noise, loud: mapBands((band) => speech.bands[band]!.quantile(loudShare)) },
    speechBins: speech.bins.map((sum) => sum / speechFrames),
    noiseBins: hasRoom
      ? room.bins.map((sum) => sum / roomFrames)
      : room.bins.map((_, bin) => noise[bandOf(bin)]! / binsPerBand),
  };
}

function createFrameSums() {
  const histograms = Array.from({ length: bandCount }, createPowerHistogram);
  const bins = new Float64Array(frameBins);
  const levels = new Float64Array(bandCount);
  return {
    bands: histograms,
    bins,
    add(powers: Float64Array) {
      toBands(powers, levels);
      for (let band = 0; band < bandCount; band++) histograms[band]!.add(levels[band]!);
      for (let bin = 0; bin < frameBins; bin++) bins[bin]! += powers[bin]!;
    },
  };
}

/** Levels of speech and of what is between it, in constant memory. */
export function createSpeechLevel(): SpeechLevel {
  const all = createFrameSums();
  const room = createFrameSums();
  const speech = createFrameSums();
  const classOf = createFrameClasses();
  const line = Array.from({ length: guardFrames + 1 }, () => new Float64Array(frameBins));
  let frames = 0;

  return {
    push(powers, probability) {
      all.add(powers);
      line[frames % line.length]!.set(powers);
      frames++;
      const found = classOf(probability);
      if (found === 'speech') speech.add(powers);
      // The oldest frame of the line.
      if (found === 'room') room.add(line[frames % line.length]!);
    },
    result: () => levelsOf(all.bands, speech, room),
  };
}
