import { createMonoResampler, type MonoResampler } from '#wasm/dsp/resample.ts';

type Adapter = {
  /** Takes interleaved stereo of `sampleRate`, Hz; returns it at the target rate. */
  push(block: Float32Array<ArrayBuffer>, sampleRate: number): Float32Array<ArrayBuffer>;
  /** Returns the samples that the resampler still holds. */
  finish(): Float32Array<ArrayBuffer>;
};

/**
 * Brings sound whose rate may change, such as that of a Bluetooth headset, to one rate. Between two changes, n frames of rate
 * r give `ceil(n * targetRate / r)` frames.
 */
export function createRateAdapter(targetRate: number): Adapter {
  let rate = targetRate;
  let channels: [MonoResampler, MonoResampler] | null = null;

  function finish(): Float32Array<ArrayBuffer> {
    const rest = channels ? interleaved(channels[0].finish(), channels[1].finish()) : new Float32Array(0);
    channels = null;
    return rest;
  }

  return {
    push(block, sampleRate) {
      if (sampleRate === rate && !channels) return block;
      const before = sampleRate === rate ? new Float32Array(0) : finish();
      rate = sampleRate;
      if (rate === targetRate) return joined(before, block);
      channels ??= [resampler(rate, targetRate), resampler(rate, targetRate)];
      const [left, right] = [0, 1].map((channel) => channels![channel]!.push(channelOf(block, channel)));
      return joined(before, interleaved(left!, right!));
    },
    finish,
  };
}

const resampler = (sampleRate: number, targetRate: number) =>
  createMonoResampler({ sampleRate, channels: 1, targetRate });

const channelOf = (block: Float32Array, channel: number) =>
  Float32Array.from({ length: block.length / 2 }, (_, frame) => block[frame * 2 + channel]!);

function interleaved(left: Float32Array, right: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(left.length * 2);
  for (let frame = 0; frame < left.length; frame++) {
    both[frame * 2] = left[frame]!;
    both[frame * 2 + 1] = right[frame]!;
  }
  return both;
}

function joined(a: Float32Array<ArrayBuffer>, b: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  if (a.length === 0) return b;
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
