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
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  peak /= 32_768;
  if (peak < inaudiblePeak) return null;
  const gain = (peak < quietPeak ? wantedPeak / peak : 1) / 32_768;
  return Float32Array.from(samples, (sample) => sample * gain);
}
