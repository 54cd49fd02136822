import type { Kernel } from './kernel.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import { judge, type SoundVerdict } from '#wasm/measure/verdict.ts';
import { createVoiceActivity } from '#wasm/speech/activity.ts';
import { voiceRate } from '#wasm/speech/detect.ts';

export type SoundNumbers = {
  durationS: number;
  /** Peaks of the waveform in pairs (minimum, maximum) of signed 8-bit values, `peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** Pairs as in `peaks`, `finePeaksRate` pairs a second. */
  finePeaks: Int8Array<ArrayBuffer>;
  /** Speech regions, s, ascending and not overlapping. */
  speech: TimeSpan[];
  measures: SoundMeasures;
  verdict: SoundVerdict;
};

type StreamAnalysis = {
  /** Takes interleaved samples of whole frames. Resolves when they are analysed. */
  push(block: Float32Array): Promise<void>;
  /** Returns the pairs of `peaks` since the last call, for a waveform that grows, and the speech regions that have ended. */
  recent(): { peaks: Int8Array<ArrayBuffer>; speech: TimeSpan[] };
  finish(): Promise<SoundNumbers>;
};

/**
 * Receives the downmix, resampled to `sampleRate` (Hz): `ceil(frames * sampleRate / input rate)` samples in total. The
 * last of them come when the analysis is finished.
 */
export type MonoSink = { sampleRate: number; push(mono: Float32Array): void | Promise<void> };

const finePeaksRate = 100;

/**
 * Creates an analysis of one stream. Its memory grows only with the peaks, the loudness curve and the speech regions.
 * It measures levels at the native sample rate, speech and noise at 16 kHz. `peaksRate` is the number of pairs a second
 * in `peaks`, a divisor of `finePeaksRate`. `encode` receives the downmix for the mp3 in the same pass.
 */
export function createAnalysis(input: {
  sampleRate: number;
  channels: number;
  kernel: Kernel;
  peaksRate?: number;
  encode?: MonoSink;
}): StreamAnalysis {
  const { sampleRate, channels, kernel, peaksRate = 20, encode } = input;
  const sound = kernel.createSound({ sampleRate, channels, peaksRate, fineRate: finePeaksRate });
  const resampler = kernel.createResampler({ sampleRate, channels: 1, targetRate: voiceRate });
  const encodeResampler =
    encode && kernel.createResampler({ sampleRate, channels: 1, targetRate: encode.sampleRate });
  const voice = kernel.createVoiceMeasures();
  const activity = createVoiceActivity({ detect: kernel.createDetect(), look: voice.push });
  let samples = 0;

  const take = async (mono: Float32Array) => {
    if (mono.length === 0) return;
    if (encode && encodeResampler) await encode.push(encodeResampler.push(mono));
    await activity.push(resampler.push(mono));
  };

  return {
    recent: () => ({ peaks: sound.peaks.recent(), speech: activity.soFar() }),
    async push(block) {
      samples += block.length / channels;
      await take(sound.push(block));
    },
    async finish() {
      await take(sound.finish());
      if (encode && encodeResampler) await encode.push(encodeResampler.finish());
      await activity.push(resampler.finish());
      const durationS = samples / sampleRate;
      const speech = await activity.finish();
      const measures = { ...sound.levels(), ...voice.result() };
      const verdict = judge({ durationS, speech, measures });
      return { durationS, ...sound.peaks.finish(), speech, measures, verdict };
    },
  };
}
