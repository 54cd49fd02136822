import { createMonoResampler, type MonoResampler } from '#wasm/dsp/resample.ts';
import type { OnSound } from './sound-source.ts';

type RateAdapter = {
  readonly push: OnSound;
  /** Gives the samples that the resampler still holds. */
  finish(): void;
};

type Block = Float32Array<ArrayBuffer>;

/**
 * Gives sound whose sample rate may change, such as that of a Bluetooth headset, to `onBlock` at one rate, as interleaved
 * stereo. Between two changes, n frames of rate r give `ceil(n * targetRate / r)` frames.
 */
export function createRateAdapter(targetRate: number, onBlock: (block: Block) => void): RateAdapter {
  let rate = targetRate;
  let channels: [left: MonoResampler, right: MonoResampler] | null = null;

  const give = (block: Block) => block.length > 0 && onBlock(block);

  function finish(): void {
    if (channels) give(interleaved(channels[0].finish(), channels[1].finish()));
    channels = null;
  }

  return {
    push(block, sampleRate) {
      if (sampleRate !== rate) finish();
      rate = sampleRate;
      if (rate === targetRate) return void give(block);
      channels ??= [resampler(rate, targetRate), resampler(rate, targetRate)];
      give(interleaved(channels[0].push(channelOf(block, 0)), channels[1].push(channelOf(block, 1))));
    },
    finish,
  };
}

const resampler = (sampleRate: number, targetRate: number) =>
  createMonoResampler({ sampleRate, channels: 1, targetRate });

const channelOf = (block: Float32Array, channel: 0 | 1) =>
  Float32Array.from({ length: block.length / 2 }, (_, frame) => block[frame * 2 + channel]!);

function interleaved(left: Float32Array, right: Float32Array): Block {
  const both = new Float32Array(left.length * 2);
  for (let frame = 0; frame < left.length; frame++) {
    both[frame * 2] = left[frame]!;
    both[frame * 2 + 1] = right[frame]!;
  }
  return both;
}
