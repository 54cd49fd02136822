/** Factor by which the sample rate of 16 kHz is reduced. */
const step = 4;
const rate = 16_000 / step;
const lowestHz = 60;
const highestHz = 400;
const shortestLag = Math.floor(rate / highestHz);
const longestLag = Math.ceil(rate / lowestHz);
/** Length of the compared window in samples at `rate`: two periods of the lowest voice. */
const windowLength = 130;
const voicedAt = 0.6;
// A signal correlates at twice its period as well, so the shorter period is chosen unless its correlation is below this share.
const octaveShare = 0.88;

/** Number of samples at 16 kHz that one frame of the tracker needs. */
export const pitchSamples = (windowLength + longestLag + 1) * step;

/**
 * Creates a function that returns the pitch of the `pitchSamples` samples from `at` on, at 16 kHz: log2 of the
 * frequency in Hz, or 0 if they are unvoiced. It is the first stage of Talkin, "A robust algorithm for pitch tracking",
 * 1995: normalised cross-correlation below 1 kHz, for each frame independently.
 */
export function createPitch(): (samples: Float32Array, at: number) => number {
  const low = new Float32Array(windowLength + longestLag + 1);
  const scores = new Float64Array(longestLag + 2);
  return (samples, at) => {
    let mean = 0;
    for (let i = 0; i < low.length; i++) {
      let sum = 0;
      for (let k = 0; k < step; k++) sum += samples[at + i * step + k]!;
      low[i] = sum;
      mean += sum;
    }
    mean /= low.length;
    let energy = 0;
    for (let i = 0; i < low.length; i++) low[i]! -= mean;
    for (let i = 0; i < windowLength; i++) energy += low[i]! * low[i]!;
    if (energy < 1e-7) return 0;
    let lagged = 0;
    for (let i = 0; i < windowLength; i++) lagged += low[i + shortestLag - 1]! ** 2;
    let best = 0;
    for (let lag = shortestLag - 1; lag <= longestLag; lag++) {
      let product = 0;
      for (let i = 0; i < windowLength; i++) product += low[i]! * low[i + lag]!;
      scores[lag] = product / Math.sqrt(energy * lagged + 1e-12);
      if (lag >= shortestLag && scores[lag]! > best) best = scores[lag]!;
      lagged += low[lag + windowLength]! ** 2 - low[lag]! ** 2;
    }
    if (best < voicedAt) return 0;
    for (let lag = shortestLag; lag < longestLag; lag++) {
      const [before, here, after] = [scores[lag - 1]!, scores[lag]!, scores[lag + 1]!];
      if (here < best * octaveShare || here < before || here < after) continue;
      const bend = before - 2 * here + after;
      const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
      return Math.log2(rate / (lag + shift));
    }
    return 0;
  };
}
