/**
 * 96 dB above full scale: files of floats in the range of 16-bit integers are heard. What is louder is no sound but damage; a
 * few such samples would decide the loudness of the whole, and LAME ends at them as at what is no number.
 */
const maxSample = 65_536;

/** Samples that are no numbers, or beyond 96 dB above full scale, as 0; the block itself where there are none. */
export function sanitised(block: Float32Array): Float32Array {
  const isSound = (sample: number) => Math.abs(sample) <= maxSample;
  return block.every(isSound) ? block : block.map((sample) => (isSound(sample) ? sample : 0));
}
