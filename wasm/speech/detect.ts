/** Number of samples of a frame at 16 kHz (32 ms): the length with which the model was trained. */
export const frameSamples = 512;
export const voiceRate = 16_000;

/** Returns the probability of speech, 0 to 1, for each of the consecutive `frames` (a multiple of `frameSamples`). */
export type Detect = (frames: Float32Array) => Promise<Float32Array>;
