/**
 * 40 dB above full scale. No coder makes that of sound: it comes of a damaged frame, and a few such samples would decide the
 * loudness of the whole. Our own decoders are silent there (`assembly/bursts.ts`).
 */
const loudest = 100;

/** What a damaged frame may reach around the samples that show it: two of the largest frames. */
const aroundFrames = 2_304;

const isLouder = (sample: number) => !(Math.abs(sample) <= loudest);

/** Silences bursts, and what lies around them, in the blocks of another decoder's sound: interleaved, in order, in place. */
export function createBurstGate(channels: number): (block: Float32Array<ArrayBufferLike>) => void {
  const around = aroundFrames * channels;
  /** Samples of the next block that still belong to a burst. */
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
