import { judgeChannels, planHealth, type ChannelHealth } from '#wasm/measure/channel-health.ts';
import type { SamplePart } from './sample-part.ts';

/** Reference of `createChannelHealth` in JavaScript, with the same results. */
export function createReferenceChannelHealth({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): SamplePart<ChannelHealth> {
  const { averaged, perFrame, minPower, loudRatio } = planHealth(sampleRate);
  const averages = new Float64Array(channels);
  // For the current frame: sums and squares of the averages, and the products of the first two channels.
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
