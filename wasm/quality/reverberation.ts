import { createFft } from '../spectrum/fft.ts';

export type Reverberation = {
  /** A frame of 512 mono samples at 16 kHz and its probability of speech, in order. */
  push(frame: Float32Array, probability: number): void;
  /** Estimated T60, s, 0.2 to 1.5; null on too little speech, and where noise hides how sounds end. */
  t60S(): number | null;
};

const rate = 16_000;
const frameSamples = 512;
const windowSamples = 256;
const hopSamples = 128;
const hopS = hopSamples / rate;
/** Bands in which decays are watched. */
const binHz = rate / windowSamples;
const edges = [250, 500, 875, 1_375, 2_125, 3_250, 5_000].map((hz) => Math.round(hz / binHz));
const bandCount = edges.length - 1;
/** 104 ms: long enough for a slope, short enough for a consonant to end in. */
const points = 13;
/** dB per second; steeper ones count with the last bin. */
const slopeStep = 2;
const slopeBins = 300;
/** After speech, decays are watched for this long. */
const tailFrames = 12;
/** A decay must end this far above the quietest tenth of a second of the last 3 to 6 s: below, noise takes over. */
const aboveFloorDb = 10;
const floorHops = 375;
const floorSmoothing = 0.15;
/**
 * Decays to judge by: a second or two of speech, and this share of all that was watched. By `eval quality` it is 0.25 to 0.6
 * in rooms of any reverberation, 0.15 to 0.26 in short clips, at most 0.13 at 10 dB of noise.
 */
const minDecays = 100;
const minShare = 0.14;
/** The steepest: no sound ends faster than the room lets it. */
const steepShare = 0.06;

/**
 * What the steepest slope says about T60, both in s, by `eval quality` (decaying noise behind a direct sound of the same
 * energy): the direct sound's end makes long rooms look shorter, so that little is known beyond 1.5 s.
 */
const calibration = [
  [0.2, 0.2],
  [0.3, 0.3],
  [0.42, 0.5],
  [0.51, 0.8],
  [0.56, 1],
  [0.62, 1.5],
] as const;

function calibrated(apparentS: number): number {
  const next = calibration.findIndex(([from]) => apparentS <= from);
  if (next === 0) return calibration[0][1];
  const [fromX, fromY] = calibration.at(next < 0 ? -1 : next - 1)!;
  const [toX, toY] = calibration.at(next)!;
  return next < 0 ? toY : fromY + ((apparentS - fromX) / (toX - fromX)) * (toY - fromY);
}

const meanX = (points - 1) / 2;
const varianceX = Array.from({ length: points }, (_, i) => (i - meanX) ** 2).reduce((a, b) => a + b, 0);

/** The level of one band over the last 104 ms, and the lowest it fell to. */
function createBand() {
  const levels = new Float64Array(points);
  let low = Infinity;
  let lowBefore = Infinity;
  let smooth = Number.NaN;
  return {
    add(db: number) {
      levels.copyWithin(0, 1);
      levels[points - 1] = db;
      smooth = Number.isNaN(smooth) ? db : smooth + (db - smooth) * floorSmoothing;
      low = Math.min(low, smooth);
    },
    forget() {
      lowBefore = low;
      low = smooth;
    },
    /** dB per second by least squares; null where it is not a decay well above the floor. */
    decay(): number | null {
      const end = (levels[points - 1]! + levels[points - 2]! + levels[points - 3]! + levels[points - 4]!) / 4;
      if (end < Math.min(low, lowBefore) + aboveFloorDb) return null;
      let slope = 0;
      for (let i = 0; i < points; i++) slope += (i - meanX) * levels[i]!;
      slope /= varianceX * hopS;
      return slope < 0 ? -slope : null;
    },
  };
}

/**
 * Reverberation time from how fast speech ends, after the idea that free decays are the steepest (Löllmann et al. 2010,
 * Wen et al. 2008): slopes of level in six bands over 104 ms are counted, the steepest of them is the room's.
 */
export function createReverberation(): Reverberation {
  const fft = createFft(windowSamples);
  const powers = new Float64Array(fft.bins);
  const line = new Float32Array(windowSamples + frameSamples);
  const bands = Array.from({ length: bandCount }, createBand);
  const slopes = new Uint32Array(slopeBins);
  let lineFilled = 0;
  let sinceForgot = 0;
  let filled = 0;
  let watched = 0;
  let decays = 0;
  let sinceSpeech = Infinity;

  const look = (at: number) => {
    fft.powers(line.subarray(at, at + windowSamples), powers);
    filled++;
    for (const [b, band] of bands.entries()) {
      let sum = 0;
      for (let bin = edges[b]!; bin < edges[b + 1]!; bin++) sum += powers[bin]!;
      band.add(10 * Math.log10(sum + 1e-12));
      if (filled < points) continue;
      watched++;
      const decay = band.decay();
      if (decay === null) continue;
      slopes[Math.min(slopeBins - 1, Math.floor(decay / slopeStep))]! += 1;
      decays++;
    }
    if (++sinceForgot < floorHops) return;
    sinceForgot = 0;
    for (const band of bands) band.forget();
  };

  return {
    push(frame, probability) {
      sinceSpeech = probability >= 0.5 ? 0 : sinceSpeech + 1;
      if (sinceSpeech > tailFrames) {
        filled = 0;
        lineFilled = 0;
        return;
      }
      line.set(frame, lineFilled);
      lineFilled += frame.length;
      let at = 0;
      for (; at + windowSamples <= lineFilled; at += hopSamples) look(at);
      line.copyWithin(0, at, lineFilled);
      lineFilled -= at;
    },
    t60S() {
      if (decays < minDecays || decays < watched * minShare) return null;
      let seen = 0;
      let bin = slopeBins - 1;
      for (; bin > 0; bin--) {
        seen += slopes[bin]!;
        if (seen >= decays * steepShare) break;
      }
      return calibrated(60 / ((bin + 0.5) * slopeStep));
    },
  };
}
