import type { PcmBlock } from './pcm-stream.ts';

/** Size of a block on its way, at most. */
export const blockBytes = 262_144;

export type PcmWriter = {
  /** Frames that left in blocks or lie here. */
  readonly frames: number;
  /** Room for up to `frames` frames: `fill` writes interleaved floats to its beginning. */
  write(frames: number, fill: (target: Float32Array, from: number, count: number) => void): void;
  /** Full blocks so far; with `isLast` also the one that is being filled. */
  take(isLast?: boolean): PcmBlock[];
};

/** Collects decoded frames of any number in blocks of whole frames, each in a buffer of its own. */
export function createPcmWriter(channels: number): PcmWriter {
  const blockFrames = Math.floor(blockBytes / 4 / channels);
  const full: PcmBlock[] = [];
  let block: PcmBlock = new Float32Array(blockFrames * channels);
  let filled = 0;
  let total = 0;
  return {
    get frames() {
      return total;
    },
    write(frames, fill) {
      for (let from = 0; from < frames;) {
        const count = Math.min(frames - from, blockFrames - filled);
        fill(block.subarray(filled * channels), from, count);
        from += count;
        filled += count;
        total += count;
        if (filled < blockFrames) continue;
        full.push(block);
        block = new Float32Array(blockFrames * channels);
        filled = 0;
      }
    },
    take(isLast = false) {
      if (isLast && filled > 0) {
        // Only whole buffers can be moved: the last, shorter block is cut out.
        full.push(block.slice(0, filled * channels));
        filled = 0;
      }
      return full.splice(0);
    },
  };
}
