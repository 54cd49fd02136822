type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/**
 * The two filters of K-weighting (ITU-R BS.1770-4 annex 1) for any sample rate: the standard tabulates 48 kHz only, so they
 * are made by the bilinear transform from the analogue prototypes that give its table there.
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

/** Weights of the channels in the order of wav and ffmpeg (BS.1770-4 table 3); the low-frequency channel does not count. */
function channelWeights(channels: number): number[] {
  const surround = 1.41;
  if (channels === 4) return [1, 1, surround, surround];
  if (channels === 5) return [1, 1, 1, surround, surround];
  if (channels >= 6) return [1, 1, 1, 0, ...Array<number>(channels - 4).fill(surround)];
  return Array<number>(channels).fill(1);
}

export type Loudness = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Integrated loudness so far, LUFS; null where no block passes the gate. */
  integratedLufs(): number | null;
};

const offsetLu = -0.691;
const gateLufs = -70;
const relativeGateLu = -10;
const stepsPerBlock = 4;
/** Blocks are kept as a histogram, so that memory does not grow: a bin is 0.05 LU wide, from the gate to +10 LUFS. */
const binLu = 0.05;
const bins = 1_600;

const toLufs = (energy: number) => offsetLu + 10 * Math.log10(energy);

/** Integrated loudness after ITU-R BS.1770-4: 400 ms blocks, three quarters overlapping, gated twice. */
export function createLoudness({ sampleRate, channels }: { sampleRate: number; channels: number }): Loudness {
  const [shelf, pass] = kWeighting(sampleRate);
  const weights = channelWeights(channels);
  const stepSamples = Math.round(sampleRate / 10);
  // Per channel: two memories of each filter (transposed direct form II).
  const memory = new Float64Array(channels * 4);
  const steps: number[] = [];
  const energies = new Float64Array(bins);
  const counts = new Uint32Array(bins);
  let stepEnergy = 0;
  let stepFilled = 0;

  const endStep = () => {
    steps.push(stepEnergy / stepSamples);
    stepEnergy = 0;
    stepFilled = 0;
    if (steps.length < stepsPerBlock) return;
    const energy = steps.reduce((sum, step) => sum + step, 0) / stepsPerBlock;
    steps.shift();
    const lufs = toLufs(energy);
    if (!(lufs > gateLufs)) return;
    const bin = Math.min(bins - 1, Math.floor((lufs - gateLufs) / binLu));
    energies[bin]! += energy;
    counts[bin]! += 1;
  };

  /** Adds `count` frames from frame `from` on to the current step. */
  const filter = (block: Float32Array, from: number, count: number) => {
    for (let channel = 0; channel < channels; channel++) {
      const weight = weights[channel] ?? 0;
      if (weight === 0) continue;
      const base = channel * 4;
      let s1 = memory[base]!;
      let s2 = memory[base + 1]!;
      let p1 = memory[base + 2]!;
      let p2 = memory[base + 3]!;
      let sum = 0;
      const end = (from + count) * channels;
      for (let i = from * channels + channel; i < end; i += channels) {
        const x = block[i]!;
        const y = shelf.b0 * x + s1;
        s1 = shelf.b1 * x - shelf.a1 * y + s2;
        s2 = shelf.b2 * x - shelf.a2 * y;
        const z = y + p1;
        p1 = pass.b1 * y - pass.a1 * z + p2;
        p2 = y - pass.a2 * z;
        sum += z * z;
      }
      // Denormal numbers make a filter that rings into silence slow.
      memory[base] = Math.abs(s1) < 1e-30 ? 0 : s1;
      memory[base + 1] = Math.abs(s2) < 1e-30 ? 0 : s2;
      memory[base + 2] = Math.abs(p1) < 1e-30 ? 0 : p1;
      memory[base + 3] = Math.abs(p2) < 1e-30 ? 0 : p2;
      stepEnergy += weight * sum;
    }
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let at = 0; at < frames;) {
        const count = Math.min(stepSamples - stepFilled, frames - at);
        filter(block, at, count);
        at += count;
        stepFilled += count;
        if (stepFilled === stepSamples) endStep();
      }
    },
    integratedLufs() {
      const mean = (minLufs: number) => {
        let energy = 0;
        let count = 0;
        for (let bin = 0; bin < bins; bin++) {
          if (counts[bin] === 0 || toLufs(energies[bin]! / counts[bin]!) <= minLufs) continue;
          energy += energies[bin]!;
          count += counts[bin]!;
        }
        return count === 0 ? null : energy / count;
      };
      const ungated = mean(gateLufs);
      if (ungated === null) return null;
      const gated = mean(toLufs(ungated) + relativeGateLu);
      return gated === null ? null : toLufs(gated);
    },
  };
}
