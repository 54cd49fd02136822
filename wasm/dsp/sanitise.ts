/**
 * Largest amplitude of a sample: 96 dB above full scale, so that float files in the range of 16-bit integers are
 * accepted. Louder samples are damage: a few would dominate the loudness, and LAME fails on them as on NaN.
 */
const maxSample = 65_536;

/** Replaces NaN, and samples beyond the limit, by 0; returns the block itself if there are none. */
export function sanitised(block: Float32Array): Float32Array {
  const isSound = (sample: number) => Math.abs(sample) <= maxSample;
  return block.every(isSound) ? block : block.map((sample) => (isSound(sample) ? sample : 0));
}
