import { modelSampleRate } from '#wasm/transcription/log-mel.ts';

const seconds = 4;
const pitchHz = 120;
const syllablesPerS = 4;

/**
 * Returns the same sound each time: a buzz with the pitch and the rhythm of a voice. The text of a model for it says
 * nothing, but it is the same wherever the model is computed rightly.
 */
export const trialSound = (): Float32Array =>
  Float32Array.from({ length: seconds * modelSampleRate }, (_, index) => {
    const cycle = (index * pitchHz) / modelSampleRate;
    const syllable = Math.sin((Math.PI * syllablesPerS * index) / modelSampleRate) ** 2;
    return 0.3 * syllable * (2 * (cycle - Math.floor(cycle)) - 1);
  });
