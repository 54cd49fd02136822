import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createFrameGain } from './frame-gain.ts';
import { frameLevelDbfs } from './frame-level.ts';
import { createRegions } from './regions.ts';
import { frameSamples, voiceRate, type Detect } from './detect.ts';

type VoiceActivity = {
  /** Takes mono samples at 16 kHz; resolves when they are processed. */
  push(mono: Float32Array): Promise<void>;
  /** Returns the regions that have ended, in the form of `finish`. */
  soFar(): TimeSpan[];
  /** Returns the speech regions, s, ascending and not overlapping. Nothing may be pushed afterwards. */
  finish(): Promise<TimeSpan[]>;
};

/** Number of frames in a block, for gain and model: 2 s. */
const framesAtOnce = 64;
const batchSamples = framesAtOnce * frameSamples;

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Creates a detection of speech: it applies a gain, runs the model and finds regions. `detect` receives frames in
 * order. `look` receives the unamplified frames (the last one padded with silence) with their probabilities of speech.
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

  const detectBatch = async () => {
    const frames = Math.ceil(filled / frameSamples);
    const sound = batch.slice(0, frames * frameSamples).fill(0, filled);
    filled = 0;
    const levels = new Float64Array(frames);
    for (let i = 0; i < frames; i++) levels[i] = frameLevelDbfs(sound, i * frameSamples);
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
        if (filled === batchSamples) await detectBatch();
      }
    },
    async finish() {
      if (filled > 0) await detectBatch();
      return toSpans(regions.finish());
    },
  };
}
