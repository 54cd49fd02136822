type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/**
 * Returns the two filters of K-weighting (ITU-R BS.1770-4 annex 1) for a sample rate in Hz. The standard has a table
 * for 48 kHz only; for other rates they are bilinear transforms of the analogue prototypes that give this table.
 */
export function kWeighting(sampleRate: number): [shelf: Biquad, highPass: Biquad] {
  const shelfK = Math.tan((Math.PI * 1_681.974450955533) / sampleRate);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const shelfA0 = 1 + shelfK / shelfQ + shelfK ** 2;
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQ = 0.5003270373238773;
  const passA0 = 1 + passK / passQ + passK ** 2;
  return [
    {
      b0: (high + (band * shelfK) / shelfQ + shelfK ** 2) / shelfA0,
      b1: (2 * (shelfK ** 2 - high)) / shelfA0,
      b2: (high - (band * shelfK) / shelfQ + shelfK ** 2) / shelfA0,
      a1: (2 * (shelfK ** 2 - 1)) / shelfA0,
      a2: (1 - shelfK / shelfQ + shelfK ** 2) / shelfA0,
    },
    {
      b0: 1,
      b1: -2,
      b2: 1,
      a1: (2 * (passK ** 2 - 1)) / passA0,
      a2: (1 - passK / passQ + passK ** 2) / passA0,
    },
  ];
}

/**
 * Returns the channel weights in the order of wav and ffmpeg (BS.1770-4 table 3); the low-frequency channel has weight
 * 0.
 */
export function channelWeights(channels: number): number[] {
  const surround = 1.41;
  if (channels === 4) return [1, 1, surround, surround];
  if (channels === 5) return [1, 1, 1, surround, surround];
  if (channels >= 6) return [1, 1, 1, 0, ...Array<number>(channels - 4).fill(surround)];
  return Array<number>(channels).fill(1);
}

type WeightedEnergy = {
  add(block: Float32Array, from: number, count: number): void;
  /** Returns the weighted sum of squares since the last call; NaN if a sample was NaN. */
  take(): number;
};

/**
 * Returns a filter's state, but 0 for a denormal number, which would make a decaying filter slow, and for NaN and
 * infinity, which would stay in it forever.
 */
const settled = (value: number) => {
  const size = Math.abs(value);
  return size >= 1e-30 && size < Infinity ? value : 0;
};

/**
 * Creates a meter of K-weighted energy (ITU-R BS.1770-4 annex 1): samples are filtered, squared, weighted by channel
 * and summed.
 */
export function createWeightedEnergy({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): WeightedEnergy {
  const [{ b0, b1, b2, a1, a2 }, { a1: c1, a2: c2 }] = kWeighting(sampleRate);
  const weights = channelWeights(channels);
  // State per channel: two values for each filter (transposed direct form II).
  const memory = new Float64Array(channels * 4);
  const sums = new Float64Array(channels);

  const one = (block: Float32Array, from: number, count: number, channel: number) => {
    const base = channel * 4;
    let [s1, s2] = [memory[base]!, memory[base + 1]!];
    let [p1, p2] = [memory[base + 2]!, memory[base + 3]!];
    let sum = sums[channel]!;
    const end = (from + count) * channels;
    for (let i = from * channels + channel; i < end; i += channels) {
      const x = block[i]!;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + p1;
      p1 = p2 - 2 * y - c1 * z;
      p2 = y - c2 * z;
      sum += z * z;
    }
    memory[base] = s1;
    memory[base + 1] = s2;
    memory[base + 2] = p1;
    memory[base + 3] = p2;
    sums[channel] = sum;
  };

  /** Filters both channels of stereo in one loop, so that the processor computes the two recursions in parallel. */
  const both = (block: Float32Array, from: number, count: number) => {
    let [s1, s2, p1, p2] = [memory[0]!, memory[1]!, memory[2]!, memory[3]!];
    let [t1, t2, q1, q2] = [memory[4]!, memory[5]!, memory[6]!, memory[7]!];
    let [sum, other] = [sums[0]!, sums[1]!];
    const end = (from + count) * 2;
    for (let i = from * 2; i < end; i += 2) {
      const x = block[i]!;
      const v = block[i + 1]!;
      const y = b0 * x + s1;
      const w = b0 * v + t1;
      s1 = b1 * x - a1 * y + s2;
      t1 = b1 * v - a1 * w + t2;
      s2 = b2 * x - a2 * y;
      t2 = b2 * v - a2 * w;
      const z = y + p1;
      const u = w + q1;
      p1 = p2 - 2 * y - c1 * z;
      q1 = q2 - 2 * w - c1 * u;
      p2 = y - c2 * z;
      q2 = w - c2 * u;
      sum += z * z;
      other += u * u;
    }
    for (const [i, value] of [s1, s2, p1, p2, t1, t2, q1, q2].entries()) memory[i] = value;
    sums[0] = sum;
    sums[1] = other;
  };

  return {
    add(block, from, count) {
      if (channels === 2) return both(block, from, count);
      for (let channel = 0; channel < channels; channel++)
        if (weights[channel]! > 0) one(block, from, count, channel);
    },
    take() {
      const energy = sums.reduce((sum, own, channel) => sum + own * weights[channel]!, 0);
      sums.fill(0);
      for (let i = 0; i < memory.length; i++) memory[i] = settled(memory[i]!);
      return energy;
    },
  };
}
