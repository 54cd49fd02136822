/**
 * Amplitude above which a sample belongs to a burst: 40 dB above full scale. No encoder produces such a sample: it
 * comes from a damaged frame, and a few of them would dominate the loudness of the whole recording. The project's own
 * decoders have the same limit (`wasm/native/codec/bursts.ts`).
 */
const loudest = 100;

/**
 * Number of samples per channel before and after a burst that the damaged frame may affect too: two of the largest
 * frames.
 */
const aroundFrames = 2_304;

const isLouder = (sample: number) => !(Math.abs(sample) <= loudest);

/**
 * Returns a function for the output of another decoder. It takes the blocks (interleaved) in order, and silences bursts
 * and the samples around them in place.
 */
export function createBurstGate(channels: number): (block: Float32Array<ArrayBufferLike>) => void {
  const around = aroundFrames * channels;
  /** Number of samples to silence at the start of the next block. */
  let ahead = 0;
  return (block) => {
    let silentTo = Math.min(ahead, block.length);
    block.fill(0, 0, silentTo);
    ahead -= silentTo;
    for (let i = silentTo; i < block.length; i++) {
      if (!isLouder(block[i]!)) continue;
      const from = Math.max(silentTo, i - around);
      let last = i;
      for (let at = i; at < Math.min(block.length, last + around); at++) if (isLouder(block[at]!)) last = at;
      silentTo = Math.min(block.length, last + around);
      ahead = last + around - silentTo;
      block.fill(0, from, silentTo);
      i = silentTo - 1;
    }
  };
}
