import type { Instantiate } from '#wasm/binding/instantiate.ts';
import { createPlanes, maxPlaneFrames, type PlaneExports, type PlanePart } from '#wasm/binding/planes.ts';
import { createKernelChannelHealth, type HealthExports } from '#wasm/measure/channel-health.ts';
import { createKernelClipping, type ClippingExports } from '#wasm/measure/clipping.ts';
import { createKernelDcOffset, type OffsetExports } from '#wasm/measure/dc-offset.ts';
import { createKernelDropouts, dropoutsPast, type HoleExports } from '#wasm/measure/dropouts.ts';
import { createKernelLoudness, type WeightingExports } from '#wasm/measure/loudness.ts';
import { createKernelTruePeak, type TruePeakExports } from '#wasm/measure/true-peak.ts';
import { createKernelPeaks, type PeaksExports } from '#wasm/waveform/kernel-peaks.ts';
import { createKernelDownmix, type DownmixExports } from '#wasm/dsp/kernel-downmix.ts';
import { levelsOf } from '#wasm/reference/level-measures.ts';
import type { Sound, SoundInput } from '#wasm/reference/sound.ts';
import { coarsened } from '#wasm/waveform/two-rate-peaks.ts';

export type SoundExports = PlaneExports &
  WeightingExports &
  TruePeakExports &
  OffsetExports &
  HealthExports &
  ClippingExports &
  HoleExports &
  PeaksExports &
  DownmixExports;

/** `createSound` in the kernel: channels are taken apart once, and looked at by all. */
export function createKernelSound(instantiate: Instantiate<SoundExports>, input: SoundInput): Sound {
  const { sampleRate, channels, peaksRate, fineRate } = input;
  const kernel = instantiate();
  const planes = createPlanes(kernel, channels, Math.max(8_192, dropoutsPast(sampleRate)));
  const loudness = createKernelLoudness(kernel, input);
  const truePeak = createKernelTruePeak(kernel, input);
  const dcOffset = createKernelDcOffset(kernel, input);
  const health = createKernelChannelHealth(kernel, input);
  const clipping = createKernelClipping(kernel, input);
  const dropouts = createKernelDropouts(kernel, input);
  const peaks = createKernelPeaks(kernel, { sampleRate, channels, rate: fineRate });
  const parts: PlanePart[] = [loudness, truePeak, dcOffset, health, clipping, dropouts, peaks];
  const downmix = createKernelDownmix(kernel, input);

  /** Answers what is mixed; valid until the next call. */
  const pushPiece = (piece: Float32Array): Float32Array => {
    const frames = piece.length / channels;
    planes.push(piece);
    for (const part of parts) part.push(frames);
    return downmix.push(frames);
  };

  let mono = new Float32Array(0);
  return {
    push(block) {
      const maxLength = maxPlaneFrames * channels;
      if (block.length <= maxLength) return pushPiece(block);
      // The mix lags behind by half a second at most.
      const room = block.length / channels + sampleRate;
      if (mono.length < room) mono = new Float32Array(room);
      let count = 0;
      for (let at = 0; at < block.length; at += maxLength) {
        const mixed = pushPiece(block.subarray(at, at + maxLength));
        mono.set(mixed, count);
        count += mixed.length;
      }
      return mono.subarray(0, count);
    },
    finish: downmix.finish,
    levels: () => levelsOf({ loudness, truePeak, clipping, dcOffset, health, dropouts }),
    peaks: coarsened(peaks, { rate: peaksRate, fineRate }),
  };
}
