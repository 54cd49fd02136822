// A smaller peak, below two steps of 16 bit, contains no signal.
const inaudiblePeak = 2 / 32_768;
const quietPeak = 0.3;
const wantedPeak = 0.5;

/**
 * Converts 16-bit samples to the range −1 to 1 and amplifies a quiet window, because models expect a usual level.
 * Returns null for silence.
 */
export function toModelSamples(samples: Int16Array): Float32Array | null {
  let peak = 0;
  for (let at = 0; at < samples.length; at++) {
    const size = Math.abs(samples[at]!);
    if (size > peak) peak = size;
  }
  peak /= 32_768;
  if (peak < inaudiblePeak) return null;
  const gain = (peak < quietPeak ? wantedPeak / peak : 1) / 32_768;
  // `Float32Array.from` with a function would take 50 ms for half a million samples.
  const scaled = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at++) scaled[at] = samples[at]! * gain;
  return scaled;
}
