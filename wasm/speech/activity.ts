import { powerToDb } from '#wasm/dsp/decibel.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createFrameGain } from './frame-gain.ts';
import { createRegions } from './regions.ts';
import { frameSamples, voiceRate, type Detect } from './detect.ts';

type VoiceActivity = {
  /** Takes mono samples at 16 kHz; resolves when they are processed. */
  push(mono: Float32Array): Promise<void>;
  /** Regions that have ended, as `finish` returns them. */
  soFar(): TimeSpan[];
  /** Speech regions: s, ascending, not overlapping. Nothing may be pushed afterwards. */
  finish(): Promise<TimeSpan[]>;
};

/** Frames per block of gain and model: 2 s. */
const framesAtOnce = 64;
const batchSamples = framesAtOnce * frameSamples;

/** Level about the mean, dBFS, because the DC offset of a cheap converter is not sound. */
function levelOf(sound: Float32Array, from: number): number {
  let sum = 0;
  let squares = 0;
  // By index: an iterator over a view of each frame doubled the time of this file.
  for (let i = from; i < from + frameSamples; i++) {
    const sample = sound[i]!;
    sum += sample;
    squares += sample * sample;
  }
  const power = Math.max(0, squares / frameSamples - (sum / frameSamples) ** 2);
  return powerToDb(power + 1e-12);
}

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Detects speech: gain, model, regions. `detect` receives frames in order. `look` receives the unamplified frames (the last one
 * padded with silence) with their probabilities of speech.
 */
export function createVoiceActivity({
  detect,
  look,
}: {
  detect: Detect;
  look?: (sound: Float32Array, probabilities: Float32Array) => void;
}): VoiceActivity {
  const gain = createFrameGain();
  const regions = createRegions();
  const batch = new Float32Array(batchSamples);
  let filled = 0;
  let samples = 0;

  const hear = async () => {
    const frames = Math.ceil(filled / frameSamples);
    const sound = batch.slice(0, frames * frameSamples).fill(0, filled);
    filled = 0;
    const levels = new Float64Array(frames);
    for (let i = 0; i < frames; i++) levels[i] = levelOf(sound, i * frameSamples);
    const raised = sound.slice();
    gain.apply(raised, levels);
    const probabilities = await detect(raised);
    for (let i = 0; i < frames; i++) regions.push(probabilities[i]!, levels[i]!);
    look?.(sound, probabilities);
  };

  const toS = (frame: number) => toMs(Math.min(samples, frame * frameSamples) / voiceRate);
  const toSpans = (spans: readonly TimeSpan[]) =>
    spans.map(([start, end]): TimeSpan => [toS(start), toS(end)]);

  return {
    soFar: () => toSpans(regions.soFar()),
    async push(mono) {
      samples += mono.length;
      for (let at = 0; at < mono.length;) {
        const part = mono.subarray(at, at + batchSamples - filled);
        batch.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === batchSamples) await hear();
      }
    },
    async finish() {
      if (filled > 0) await hear();
      return toSpans(regions.finish());
    },
  };
}
