import { dbToPower, powerToDb } from '#wasm/dsp/decibel.ts';
import { createPowerHistogram, type PowerDistribution } from '#wasm/dsp/histogram.ts';

/** Mean squares in bands of 250 Hz (8 FFT bins of 31.25 Hz; frames of 512 samples at 16 kHz). */
export type BandLevels = {
  /** Mean of the frames with speech, and their 95th percentile, which short consonants reach. */
  speech: Float64Array;
  loud: Float64Array;
  noise: Float64Array;
};

export type SpeechLevels = {
  /** Level of the frames with speech, dBFS (0 is a square wave at full scale); null without speech. */
  speechDbfs: number | null;
  /** Level between speech, dBFS; null without speech. In speech without pauses it is estimated from each band's quiet frames. */
  noiseDbfs: number | null;
  /** Signal-to-noise ratio, dB, -20 to 90; null without speech or noise level. */
  snrDb: number | null;
  bands: BandLevels | null;
  /** Mean power spectra; the noise is given by bands if too few frames are free of speech. Null without speech. */
  speechBins: Float64Array | null;
  noiseBins: Float64Array | null;
};

/** Histograms of the power in each band, and the sum of the power spectra, over the frames of one class. */
type FrameSums = { bands: readonly PowerDistribution[]; bins: Float64Array };

type SpeechLevel = {
  push(bins: Float64Array, probability: number): void;
  result(): SpeechLevels;
};

export const binHz = 31.25;
export const frameBins = 257;
/** Below 94 Hz there is rumble and no speech. */
export const firstBin = 3;
const binsPerBand = 8;
export const bandHz = binHz * binsPerBand;
export const bandCount = 32;

const speechFrom = 0.5;
/** Noise frames have no speech for a quarter of a second on either side: this excludes reverberation and breath. */
const noiseBelow = 0.15;
export const guardFrames = 8;
/** Least number of frames for a level: a third of a second of speech, a second of noise. */
const minSpeechFrames = 10;
const minNoiseFrames = 31;
/**
 * Quantile-based noise estimation (Stahl et al. 2000): even speech without pauses leaves every band free now and then. The noise is
 * the 10th percentile of the level, raised by the distance between that quantile and the mean for noise of this bandwidth.
 */
const quietShare = 0.1;
const quietBiasDb = 3.2;
/** Distance between median and mean of noise. The median ignores knocks and handling in a pause. */
const roomBiasDb = 0.3;
const loudShare = 0.95;
/** Floor of the noise power: digital silence between words would make the ratio infinite. */
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
 * Returns a function that classifies frames by their probabilities of speech, in order. It returns 'speech' if this
 * frame is speech, 'room' if the frame `guardFrames` before this one is noise (which is known only now), and null for
 * anything else.
 */
export function createFrameClasses(): (probability: number) => 'speech' | 'room' | null {
  let sinceSound = 0;
  return (probability) => {
    sinceSound = probability < noiseBelow ? sinceSound + 1 : 0;
    if (probability >= speechFrom) return 'speech';
    // As many quiet frames lie after the noise frame as before it.
    return sinceSound > guardFrames * 2 ? 'room' : null;
  };
}

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
  // A frame with speech contains the noise too.
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
      // `line` is a ring buffer: this is its oldest frame.
      if (found === 'room') room.add(line[frames % line.length]!);
    },
    result: () => levelsOf(all.bands, speech, room),
  };
}
