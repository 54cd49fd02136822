import { slotFloats, type PcmBlock } from './pcm-stream.ts';

type PcmWriter = {
  /** Number of frames written so far. */
  readonly frames: number;
  /**
   * Writes `frames` frames by calls of `fill`. Each writes `count` of them, from frame `from` on, as interleaved floats
   * to the start of `target`.
   */
  write(frames: number, fill: (target: Float32Array, from: number, count: number) => void): void;
  /** Returns the full blocks; with `isLast` also the partial one. They are valid until the next call, which reuses them. */
  take(isLast?: boolean): PcmBlock[];
};

/** Collects decoded frames into blocks of `slotFloats` samples at most. */
export function createPcmWriter(channels: number): PcmWriter {
  const blockFrames = Math.floor(slotFloats / channels);
  const idle: PcmBlock[] = [];
  const lent: PcmBlock[] = [];
  const full: PcmBlock[] = [];
  const nextBlock = () => idle.pop() ?? new Float32Array(blockFrames * channels);
  let block = nextBlock();
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
        block = nextBlock();
        filled = 0;
      }
    },
    take(isLast = false) {
      idle.push(...lent.splice(0));
      lent.push(...full);
      const blocks = full.splice(0);
      if (isLast && filled > 0) {
        blocks.push(block.subarray(0, filled * channels));
        lent.push(block);
        block = nextBlock();
        filled = 0;
      }
      return blocks;
    },
  };
}
