export type ChannelStates = {
  /** Channels without sound, or at least 40 dB below the loudest one, over the whole recording; from 0. */
  deadChannels: number[];
  /** Of two channels one is the other's negative: their correlation below 2 kHz is -0.8 or less. */
  isInverted: boolean;
};

export type ChannelHealth = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  result(): ChannelStates;
};

/** Averages over 0.25 ms keep what is below 2 kHz, where microphones that stand apart still agree. */
const lowRate = 4_000;
const frameS = 0.05;
/** Mean square of the loudest channel below which nothing is said about the others: -70 dBFS. */
const minPower = 1e-7;
const deadRatio = 1e-4;
/** Frames within 30 dB of the loudest so far: between words the noises of two preamplifiers would be compared. */
const loudRatio = 1e-3;
const invertedCorrelation = -0.8;
/** Surround channels are silent for good reasons. */
const maxDeadChannels = 4;

/** What is compared, and what counts as loud: the same in the kernel. */
export function planHealth(sampleRate: number) {
  const averaged = Math.max(1, Math.round(sampleRate / lowRate));
  const perFrame = Math.max(2, Math.round((frameS * sampleRate) / averaged));
  return { averaged, perFrame, minPower, loudRatio };
}

/** `powers`: mean squares of the channels below 2 kHz; `correlation` of two over what is loud. */
export function judgeChannels(powers: number[], correlation: number): ChannelStates {
  const highest = Math.max(...powers);
  const isHeard = highest >= minPower && powers.length > 1 && powers.length <= maxDeadChannels;
  const deadChannels = isHeard ? [...powers.keys()].filter((i) => powers[i]! <= highest * deadRatio) : [];
  return { deadChannels, isInverted: deadChannels.length === 0 && correlation <= invertedCorrelation };
}

/** Tells dead and inverted channels; memory does not grow. An offset is not sound. */
export function createChannelHealth({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): ChannelHealth {
  const { averaged, perFrame } = planHealth(sampleRate);
  const averages = new Float64Array(channels);
  // Of the frame: sums and squares of the averages, and the products of the first two channels.
  const sums = new Float64Array(channels);
  const squares = new Float64Array(channels);
  let products = 0;
  let count = 0;
  let filled = 0;
  const energies = new Float64Array(channels);
  let frames = 0;
  let loudest = minPower;
  const inLoud = { products: 0, left: 0, right: 0 };

  const addFrame = () => {
    let power = 0;
    for (let channel = 0; channel < channels; channel++) {
      squares[channel]! -= sums[channel]! ** 2 / count;
      power = Math.max(power, squares[channel]! / count);
    }
    // A frame with a sample that is not a number tells nothing.
    if (!Number.isFinite(power)) return;
    for (let channel = 0; channel < channels; channel++) energies[channel]! += squares[channel]! / count;
    loudest = Math.max(loudest, power);
    if (channels === 2 && power >= loudest * loudRatio && power >= minPower) {
      inLoud.products += products - (sums[0]! * sums[1]!) / count;
      inLoud.left += squares[0]!;
      inLoud.right += squares[1]!;
    }
    frames++;
  };
  const endFrame = () => {
    addFrame();
    sums.fill(0);
    squares.fill(0);
    products = 0;
    count = 0;
  };
  const endAverage = () => {
    for (let channel = 0; channel < channels; channel++) {
      averages[channel]! /= averaged;
      sums[channel]! += averages[channel]!;
      squares[channel]! += averages[channel]! ** 2;
    }
    if (channels === 2) products += averages[0]! * averages[1]!;
    averages.fill(0);
    filled = 0;
    if (++count === perFrame) endFrame();
  };

  return {
    push(block) {
      if (channels < 2) return;
      const length = block.length / channels;
      for (let at = 0; at < length;) {
        const taken = Math.min(averaged - filled, length - at);
        for (let channel = 0; channel < channels; channel++) {
          let sum = 0;
          for (let i = 0, from = at * channels + channel; i < taken; i++, from += channels)
            sum += block[from]!;
          averages[channel]! += sum;
        }
        at += taken;
        filled += taken;
        if (filled === averaged) endAverage();
      }
    },
    result() {
      const powers = [...energies].map((energy) => (frames === 0 ? 0 : energy / frames));
      const scale = Math.sqrt(inLoud.left * inLoud.right);
      return judgeChannels(powers, scale > 0 ? inLoud.products / scale : 0);
    },
  };
}
