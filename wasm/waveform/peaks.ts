export type Peaks = {
  /** Takes interleaved samples of whole frames. */
  push(block: Float32Array): void;
  /** Returns the pairs that were completed since the last call, for a waveform that grows. */
  recent(): Int8Array<ArrayBuffer>;
  /** Returns all pairs (minimum, maximum; signed 8-bit), including one for the remaining samples. */
  finish(): Int8Array<ArrayBuffer>;
};

const to8Bit = (sample: number) => Math.max(-128, Math.min(127, Math.round(sample * 127)));

/**
 * Returns the pairs at a rate that is lower by `factor`. They equal those of `createPeaks` if the rates divide evenly.
 * The last pair may cover less time.
 */
export function coarsen(pairs: Int8Array, factor: number): Int8Array<ArrayBuffer> {
  const coarse = new Int8Array(Math.ceil(pairs.length / 2 / factor) * 2);
  for (let pair = 0; pair < coarse.length / 2; pair++) {
    let [min, max] = [127, -128];
    const end = Math.min(pairs.length, (pair + 1) * factor * 2);
    for (let i = pair * factor * 2; i < end; i += 2) {
      if (pairs[i]! < min) min = pairs[i]!;
      if (pairs[i + 1]! > max) max = pairs[i + 1]!;
    }
    coarse[pair * 2] = min;
    coarse[pair * 2 + 1] = max;
  }
  return coarse;
}

type PairList = {
  add(min: number, max: number): void;
  recent(): Int8Array<ArrayBuffer>;
  all(): Int8Array<ArrayBuffer>;
};

export function createPairList(): PairList {
  let pairs = new Int8Array(1_024);
  let length = 0;
  let reported = 0;
  return {
    add(min, max) {
      if (length === pairs.length) {
        const larger = new Int8Array(pairs.length * 2);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[length++] = min;
      pairs[length++] = max;
    },
    recent() {
      const pairsSince = pairs.slice(reported, length);
      reported = length;
      return pairsSince;
    },
    all: () => pairs.slice(0, length),
  };
}

/** Creates waveform peaks: minimum and maximum over all channels, `rate` pairs a second (ruler: 100; stored: 20). */
export function createPeaks({
  sampleRate,
  channels,
  rate,
}: {
  sampleRate: number;
  channels: number;
  rate: number;
}): Peaks {
  const pairs = createPairList();
  let count = 0;
  let frames = 0;
  let boundary = Math.floor(sampleRate / rate);
  let min = 0;
  let max = 0;
  let isOpen = false;

  const endPair = () => {
    pairs.add(to8Bit(min), to8Bit(max));
    count++;
    // Computed from the count, so that it does not drift at sample rates that `rate` does not divide.
    boundary = Math.floor(((count + 1) * sampleRate) / rate);
    isOpen = false;
  };

  const widen = (block: Float32Array, from: number, to: number) => {
    let [low, high] = [min, max];
    for (let i = from; i < to; i++) {
      const sample = block[i]!;
      if (sample < low) low = sample;
      if (sample > high) high = sample;
    }
    [min, max] = [low, high];
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
        widen(block, i, end);
        i = end;
        if (frames === boundary) endPair();
      }
    },
    recent: pairs.recent,
    finish() {
      if (isOpen) endPair();
      return pairs.all();
    },
  };
}
