import type { Instantiate } from '#wasm/binding/instantiate.ts';
import { createPlanes, maxPlaneFrames, type PlaneExports, type PlanePart } from '#wasm/binding/planes.ts';
import { createChannelHealth, type HealthExports } from '#wasm/measure/channel-health.ts';
import { createClipping, type ClippingExports } from '#wasm/measure/clipping.ts';
import { createDcOffset, type OffsetExports } from '#wasm/measure/dc-offset.ts';
import { createDropouts, dropoutsPast, type DropoutExports } from '#wasm/measure/dropouts.ts';
import { createLoudness, type WeightingExports } from '#wasm/measure/loudness.ts';
import { createTruePeak, type TruePeakExports } from '#wasm/measure/true-peak.ts';
import { createKernelPeaks, type PeaksExports } from '#wasm/waveform/kernel-peaks.ts';
import { createKernelDownmix, type DownmixExports } from '#wasm/dsp/kernel-downmix.ts';
import { levelsOf, type LevelMeasures } from '#wasm/measure/level-measures.ts';
import { coarsened, type TwoRatePeaks } from '#wasm/waveform/two-rate-peaks.ts';

/**
 * `sampleRate` is in Hz. `peaksRate` and `fineRate` are numbers of peak pairs a second; `fineRate` is a multiple of
 * `peaksRate`.
 */
export type SoundInput = { sampleRate: number; channels: number; peaksRate: number; fineRate: number };

/** Analyses the channels at their native sample rate, and mixes them to mono. */
export type Sound = {
  /**
   * Takes interleaved samples that `sanitised` has returned. Returns the mono samples that are ready, in a view that is
   * valid until the next call.
   */
  push(block: Float32Array): Float32Array;
  /** Returns the rest of the mono samples. Nothing may be pushed afterwards. */
  finish(): Float32Array;
  levels(): LevelMeasures;
  peaks: TwoRatePeaks;
};

export type SoundExports = PlaneExports &
  WeightingExports &
  TruePeakExports &
  OffsetExports &
  HealthExports &
  ClippingExports &
  DropoutExports &
  PeaksExports &
  DownmixExports;

export function createSound(instantiate: Instantiate<SoundExports>, input: SoundInput): Sound {
  const { sampleRate, channels, peaksRate, fineRate } = input;
  const kernel = instantiate();
  const planes = createPlanes(kernel, channels, Math.max(8_192, dropoutsPast(sampleRate)));
  const loudness = createLoudness(kernel, input);
  const truePeak = createTruePeak(kernel, input);
  const dcOffset = createDcOffset(kernel, input);
  const health = createChannelHealth(kernel, input);
  const clipping = createClipping(kernel, input);
  const dropouts = createDropouts(kernel, input);
  const peaks = createKernelPeaks(kernel, { sampleRate, channels, rate: fineRate });
  const parts: PlanePart[] = [loudness, truePeak, dcOffset, health, clipping, dropouts, peaks];
  const downmix = createKernelDownmix(kernel, input);

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
      // The downmix holds back up to half a second of samples, which come in addition to those of this block.
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
