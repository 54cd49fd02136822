// a window that is quieter than one step of 16 bit has nothing in it
const inaudiblePeak = 2 / 32_768;
const quietPeak = 0.3;
const wantedPeak = 0.5;

/**
 * Signed 16-bit samples as the model wants them, −1 to 1. A quiet window is raised: people far from the microphone are
 * intelligible, and models expect a usual level. Null where there is nothing to hear.
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
  // half a million samples a window: `Float32Array.from` with a function takes 50 ms for them
  const scaled = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at++) scaled[at] = samples[at]! * gain;
  return scaled;
}
