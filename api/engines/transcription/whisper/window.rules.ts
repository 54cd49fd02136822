import type { Heard } from './whisper-model.ts';

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

const noSpeechLimit = 0.6;
const unsureLogProbability = -1;

/**
 * Whether what the model wrote is to be believed: it says that nobody speaks and is unsure of its words (the two limits of
 * the Whisper paper, Radford et al. 2022, §4.5).
 */
export function isSpeech({ tokens, noSpeech }: Heard): boolean {
  if (tokens.length === 0) return false;
  const sum = tokens.reduce((total, { probability }) => total + Math.log(Math.max(probability, 1e-10)), 0);
  return noSpeech < noSpeechLimit || sum / tokens.length > unsureLogProbability;
}
