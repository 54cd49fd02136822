export type Peaks = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Pairs of signed 8-bit (min, max), the last one for what is left. */
  finish(): Int8Array<ArrayBuffer>;
};

const to8Bit = (sample: number) => Math.max(-128, Math.min(127, Math.round(sample * 127)));

/** What a waveform is drawn from: the extremes of all channels, `rate` pairs a second (shapes: 20). */
export function createPeaks({
  sampleRate,
  channels,
  rate,
}: {
  sampleRate: number;
  channels: number;
  rate: number;
}): Peaks {
  let pairs = new Int8Array(1_024);
  let count = 0;
  let frames = 0;
  let boundary = Math.floor(sampleRate / rate);
  let min = 0;
  let max = 0;
  let isOpen = false;

  const endPair = () => {
    if (count * 2 === pairs.length) {
      const larger = new Int8Array(pairs.length * 2);
      larger.set(pairs);
      pairs = larger;
    }
    pairs[count * 2] = to8Bit(min);
    pairs[count * 2 + 1] = to8Bit(max);
    count++;
    // Sample rates that the rate does not divide must not drift.
    boundary = Math.floor(((count + 1) * sampleRate) / rate);
    isOpen = false;
  };

  return {
    push(block) {
      for (let i = 0; i < block.length;) {
        const end = Math.min(block.length, i + (boundary - frames) * channels);
        frames += (end - i) / channels;
        if (!isOpen && i < end) {
          min = block[i]!;
          max = block[i]!;
          isOpen = true;
        }
        for (; i < end; i++) {
          const sample = block[i]!;
          if (sample < min) min = sample;
          else if (sample > max) max = sample;
        }
        if (frames === boundary) endPair();
      }
    },
    finish() {
      if (isOpen) endPair();
      return pairs.slice(0, count * 2);
    },
  };
}
