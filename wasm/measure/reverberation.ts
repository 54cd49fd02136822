type Decays = {
  /**
   * Takes the speech probability of the next frame. Four windows, 128 samples apart, end in each frame: returns the index of the
   * first one whose levels `add` needs, or `hopsAFrame` if it needs none.
   */
  watch(probability: number): number;
  /** Adds the band levels of one window, dB: the first at `at`, the others `stride` apart. */
  add(levels: Float32Array | Float64Array, at: number, stride: number): void;
  /** Returns the estimated T60, s, 0.2 to 1.5; null if there is too little speech or if noise hides the decays. */
  t60S(): number | null;
};

const rate = 16_000;
export const frameSamples = 512;
export const decayWindowSamples = 256;
export const hopSamples = 128;
export const hopsAFrame = frameSamples / hopSamples;
const hopS = hopSamples / rate;
const binHz = rate / decayWindowSamples;
/** FFT bins at which the bands begin; the last one is the end of the last band. */
export const decayEdges = [250, 500, 875, 1_375, 2_125, 3_250, 5_000].map((hz) => Math.round(hz / binHz));
export const bandCount = decayEdges.length - 1;
/**
 * Number of windows to which a slope is fitted. They last 104 ms: long enough to fit a slope, short enough to fit into
 * the decay of a consonant.
 */
const points = 13;
/** Histogram step, dB per second; steeper slopes count in the last bin. */
const slopeStep = 2;
const slopeBins = 300;
/** Number of frames after speech in which decays are measured. */
const tailFrames = 12;
/** A decay must end this many dB above the minimum level of the last 3 to 6 s, because noise flattens it below. */
const aboveFloorDb = 10;
const floorHops = 375;
const floorSmoothing = 0.15;
/**
 * The least number of decays (a second or two of speech), and their least share of all windows examined. By `eval quality` the
 * share is 0.25 to 0.6 in rooms of any reverberation, 0.15 to 0.26 in short clips, at most 0.13 at 10 dB of noise.
 */
const minDecays = 100;
const minShare = 0.14;
/** The room's slope is this quantile, counted from the steepest: no sound decays faster than the room. */
const steepShare = 0.06;

/**
 * Pairs of the measured slope, as the time of a decay by 60 dB, and T60, both in s, by `eval quality` (decaying noise
 * after a direct sound of the same energy). The end of the direct sound makes long reverberation look shorter, so
 * estimates end at 1.5 s.
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

/** Least-squares slope: each pair of points around the middle is weighted by its distance from it. */
const middle = (points - 1) / 2;
const fallPerSlope =
  hopS * Array.from({ length: points }, (_, i) => (i - middle) ** 2).reduce((a, b) => a + b, 0);

/**
 * Keeps the band levels of the last 104 ms and their minima. It uses typed arrays, because this runs 750 times a
 * second.
 */
function createBands() {
  // Every level is stored twice, so that the last `points` are contiguous.
  const levels = new Float64Array(bandCount * points * 2);
  const lows = new Float64Array(bandCount).fill(Infinity);
  const lowsBefore = new Float64Array(bandCount).fill(Infinity);
  const smooths = new Float64Array(bandCount).fill(Number.NaN);
  let next = 0;
  return {
    add(db: Float32Array | Float64Array, at: number, stride: number) {
      for (let band = 0; band < bandCount; band++) {
        const level = db[at + band * stride]!;
        const to = band * points * 2 + next;
        levels[to] = level;
        levels[to + points] = level;
        const before = smooths[band]!;
        const smooth = Number.isNaN(before) ? level : before + (level - before) * floorSmoothing;
        smooths[band] = smooth;
        if (smooth < lows[band]!) lows[band] = smooth;
      }
      next = next === points - 1 ? 0 : next + 1;
    },
    forget() {
      lowsBefore.set(lows);
      lows.set(smooths);
    },
    /** Returns the slope by least squares, dB per second; 0 if it is no decay well above the noise floor. */
    decay(band: number): number {
      const first = band * points * 2 + next;
      const last = first + points - 1;
      const end = (levels[last]! + levels[last - 1]! + levels[last - 2]! + levels[last - 3]!) / 4;
      const low = lows[band]! < lowsBefore[band]! ? lows[band]! : lowsBefore[band]!;
      if (end < low + aboveFloorDb) return 0;
      let fall = 0;
      for (let i = 0; i < middle; i++) fall += (middle - i) * (levels[first + i]! - levels[last - i]!);
      return fall > 0 ? fall / fallPerSlope : 0;
    },
  };
}

/**
 * Creates a blind estimate of the reverberation time (after Löllmann et al. 2010, Wen et al. 2008): a histogram of the
 * slopes of level in six bands over 104 ms. The steepest ones are free decays and give the room's T60.
 */
export function createDecays(): Decays {
  const bands = createBands();
  const slopes = new Uint32Array(slopeBins);
  let sinceForgot = 0;
  let filled = 0;
  let watched = 0;
  let decays = 0;
  let sinceSpeech = Infinity;

  const count = () => {
    for (let band = 0; band < bandCount; band++) {
      watched++;
      const decay = bands.decay(band);
      if (decay === 0) continue;
      slopes[Math.min(slopeBins - 1, Math.floor(decay / slopeStep))]! += 1;
      decays++;
    }
  };

  return {
    watch(probability) {
      const isAfterGap = sinceSpeech > tailFrames;
      sinceSpeech = probability >= 0.5 ? 0 : sinceSpeech + 1;
      if (sinceSpeech > tailFrames) {
        filled = 0;
        return hopsAFrame;
      }
      return isAfterGap ? 1 : 0;
    },
    add(levels, at, stride) {
      bands.add(levels, at, stride);
      if (++filled >= points) count();
      if (++sinceForgot < floorHops) return;
      sinceForgot = 0;
      bands.forget();
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
