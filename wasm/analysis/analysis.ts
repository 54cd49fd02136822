import { createMonoResampler } from '../kernel/resample.ts';
import { createClipping } from '../level/clipping.ts';
import { createLoudness } from '../level/loudness.ts';
import type { Span } from '../level/spans.ts';
import { createTruePeak } from '../level/true-peak.ts';
import { createPeaks } from '../peaks/peaks.ts';
import { judge, type SoundVerdict } from '../quality/verdict.ts';
import { createFrameGain } from '../voice/gain.ts';
import { createRegions } from '../voice/regions.ts';
import { frameSamples, voiceRate, type Detect } from '../voice/silero.ts';
import { createSpeechLevel } from '../voice/speech-level.ts';

export type SoundNumbers = {
  /** s, by the samples that came. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max). */
  peaks: Int8Array<ArrayBuffer>;
  /** s, ascending, not overlapping. */
  speech: Span[];
  verdict: SoundVerdict;
};

export type StreamAnalysis = {
  /** Interleaved samples, whole frames; resolves when they have been looked at. */
  push(block: Float32Array): Promise<void>;
  /** Nothing may be pushed afterwards. */
  finish(): Promise<SoundNumbers>;
};

/** Frames that go through the gain and the model together: 2 s. */
const framesAtOnce = 64;
const batchSamples = framesAtOnce * frameSamples;

/** Mean square about the mean: an offset of a cheap converter is not sound. */
function powerOf(frame: Float32Array): number {
  let sum = 0;
  let squares = 0;
  for (const sample of frame) {
    sum += sample;
    squares += sample * sample;
  }
  return Math.max(0, squares / frame.length - (sum / frame.length) ** 2);
}

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Looks at sound as it streams by, in memory that does not grow with its length (but for peaks and regions): levels at the
 * native rate, speech at 16 kHz. `detect` is asked for frames in order. `peaksRate` in pairs a second.
 */
export function createAnalysis(input: {
  sampleRate: number;
  channels: number;
  detect: Detect;
  peaksRate?: number;
}): StreamAnalysis {
  const { sampleRate, channels, detect, peaksRate = 20 } = input;
  const loudness = createLoudness({ sampleRate, channels });
  const truePeak = createTruePeak({ channels });
  const clipping = createClipping({ sampleRate, channels });
  const peaks = createPeaks({ sampleRate, channels, rate: peaksRate });
  const resampler = createMonoResampler({ sampleRate, channels, targetRate: voiceRate });
  const gain = createFrameGain();
  const regions = createRegions();
  const levels = createSpeechLevel();
  const batch = new Float32Array(batchSamples);
  let filled = 0;
  let samples = 0;

  const detectBatch = async () => {
    const frames = Math.ceil(filled / frameSamples);
    const sound = batch.slice(0, frames * frameSamples).fill(0, filled);
    filled = 0;
    const powers = Array.from({ length: frames }, (_, i) =>
      powerOf(sound.subarray(i * frameSamples, (i + 1) * frameSamples)),
    );
    gain.apply(
      sound,
      powers.map((power) => 10 * Math.log10(power + 1e-12)),
    );
    const probabilities = await detect(sound);
    for (const [i, power] of powers.entries()) {
      regions.push(probabilities[i] ?? 0);
      levels.push(power, probabilities[i] ?? 0);
    }
  };

  const listen = async (mono: Float32Array) => {
    for (let at = 0; at < mono.length;) {
      const part = mono.subarray(at, at + batchSamples - filled);
      batch.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === batchSamples) await detectBatch();
    }
  };

  return {
    async push(block) {
      samples += block.length / channels;
      loudness.push(block);
      truePeak.push(block);
      clipping.push(block);
      peaks.push(block);
      await listen(resampler.push(block));
    },
    async finish() {
      await listen(resampler.finish());
      if (filled > 0) await detectBatch();
      const durationS = samples / sampleRate;
      const toS = (frame: number) => toMs(Math.min(durationS, (frame * frameSamples) / voiceRate));
      const speech = regions.finish().map(([start, end]): Span => [toS(start), toS(end)]);
      const { speechDbfs, snrDb } = levels.result();
      const verdict = judge({
        durationS,
        speech,
        loudnessLufs: loudness.integratedLufs(),
        truePeakDbtp: truePeak.dbtp(),
        snrDb,
        speechDbfs,
        clipping: clipping.result(),
      });
      return { durationS, peaks: peaks.finish(), speech, verdict };
    },
  };
}
