import type { Kernel } from './kernel.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import { judge, type SoundVerdict } from '#wasm/measure/verdict.ts';
import { createVoiceActivity } from '#wasm/speech/activity.ts';
import { voiceRate } from '#wasm/speech/detect.ts';

export type SoundNumbers = {
  /** s, by the samples that came. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max), `peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** The same, `finePeaksRate` pairs a second. */
  finePeaks: Int8Array<ArrayBuffer>;
  /** s, ascending, not overlapping. */
  speech: TimeSpan[];
  measures: SoundMeasures;
  verdict: SoundVerdict;
};

type StreamAnalysis = {
  /** Interleaved samples, whole frames; resolves when they have been looked at. */
  push(block: Float32Array): Promise<void>;
  /** For a picture that grows: pairs of `peaks` since the last call, and the speech that has ended so far. */
  recent(): { peaks: Int8Array<ArrayBuffer>; speech: TimeSpan[] };
  /** Nothing may be pushed afterwards. */
  finish(): Promise<SoundNumbers>;
};

/** Takes the downmixed sound at a rate of its own: in all `ceil(frames * rate / input rate)` samples, the tail at finish. */
export type MonoSink = { sampleRate: number; push(mono: Float32Array): void | Promise<void> };

const finePeaksRate = 100;

/**
 * Looks at sound as it streams by, in memory that does not grow with its length (but for peaks, curve and regions): levels at
 * the native rate, speech and room at 16 kHz. `peaksRate` in pairs a second, a divisor of `finePeaksRate`. `encode` gets what
 * is to become an mp3 from the same pass.
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
