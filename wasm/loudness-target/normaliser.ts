import { dbToAmplitude } from '#wasm/dsp/decibel.ts';
import { chunkSamples, createLimiter } from './limiter.ts';

type Normaliser = {
  /**
   * Takes mono samples. Returns the samples that are ready. In total, output and input have the same length and
   * position.
   */
  push(block: Float32Array): Float32Array<ArrayBuffer>;
  finish(): Float32Array<ArrayBuffer>;
};

/** Margin below the ceiling, dB, because the gain changes within the interpolation filter. */
const safetyDb = 0.05;

/**
 * Creates a gain with a look-ahead limiter that keeps the true peak (ITU-R BS.1770-4 annex 2, at 192 kHz or more) at or
 * below `ceilingDbtp`. Below the ceiling the output is the input times the gain.
 */
export function createNormaliser(input: {
  sampleRate: number;
  gainDb: number;
  ceilingDbtp: number;
}): Normaliser {
  const gain = dbToAmplitude(input.gainDb);
  const limiter = createLimiter(input.sampleRate, dbToAmplitude(input.ceilingDbtp - safetyDb));
  const { delay, input: chunk } = limiter;
  /** Number of samples in the chunk, of chunks before it, and of samples that were pushed. */
  let filled = 0;
  let chunks = 0;
  let pushed = 0;

  /** Takes `block`, or `count` zeros; returns the finished output, without the first `delay` samples of the stream. */
  const take = (block: Float32Array | null, count: number): Float32Array<ArrayBuffer> => {
    const before = Math.max(0, chunks * chunkSamples - delay);
    const total = Math.floor((filled + count) / chunkSamples) * chunkSamples;
    const ready = new Float32Array(Math.max(0, chunks * chunkSamples + total - delay) - before);
    let out = 0;
    for (let at = 0; at < count;) {
      const taken = Math.min(chunkSamples - filled, count - at);
      if (block) for (let i = 0; i < taken; i++) chunk[filled + i] = block[at + i]! * gain;
      else chunk.fill(0, filled, filled + taken);
      at += taken;
      filled += taken;
      if (filled < chunkSamples) break;
      const output = limiter.next();
      filled = 0;
      chunks++;
      const hidden = Math.max(0, Math.min(chunkSamples, delay - (chunks - 1) * chunkSamples));
      ready.set(output.subarray(hidden), out);
      out += chunkSamples - hidden;
    }
    return ready;
  };

  return {
    push(block) {
      pushed += block.length;
      return take(block, block.length);
    },
    finish() {
      const returned = Math.max(0, chunks * chunkSamples - delay);
      const missing =
        Math.ceil((pushed + delay) / chunkSamples) * chunkSamples - chunks * chunkSamples - filled;
      return take(null, missing).slice(0, pushed - returned);
    },
  };
}
