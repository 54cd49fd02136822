import { createMonoResampler, type MonoResampler } from '../kernel/resample.ts';
import type { Span } from '../level/spans.ts';
import type { SoundMeasures } from '../quality/measures.ts';
import { judge, type SoundVerdict } from '../quality/verdict.ts';
import { createVoiceMeasures } from '../quality/voice-measures.ts';
import { createVoiceActivity } from '../voice/activity.ts';
import { voiceRate, type Detect } from '../voice/silero.ts';
import { createDownmix } from './downmix.ts';
import { createLevelMeasures } from './level-measures.ts';
import { createTwoPeaks } from './two-peaks.ts';

export type SoundNumbers = {
  /** s, by the samples that came. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max), `peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** The same, `finePeaksRate` pairs a second. */
  finePeaks: Int8Array<ArrayBuffer>;
  /** s, ascending, not overlapping. */
  speech: Span[];
  measures: SoundMeasures;
  verdict: SoundVerdict;
};

export type StreamAnalysis = {
  /** Interleaved samples, whole frames; resolves when they have been looked at. */
  push(block: Float32Array): Promise<void>;
  /** For a picture that grows: pairs of `peaks` since the last call, and the speech that has ended so far. */
  recent(): { peaks: Int8Array<ArrayBuffer>; speech: Span[] };
  /** Nothing may be pushed afterwards. */
  finish(): Promise<SoundNumbers>;
};

/** Takes the downmixed sound at a rate of its own: in all `ceil(frames * rate / input rate)` samples, the tail at finish. */
export type MonoSink = { sampleRate: number; push(mono: Float32Array): void | Promise<void> };

export const finePeaksRate = 100;

/**
 * Looks at sound as it streams by, in memory that does not grow with its length (but for peaks, curve and regions): levels at
 * the native rate, speech and room at 16 kHz. `detect` is asked for frames in order. `peaksRate` in pairs a second, a divisor
 * of `finePeaksRate`. `encode` gets what is to become an mp3 from the same pass. `createResampler` replaces the one in
 * JavaScript by an equal one.
 */
export function createAnalysis(input: {
  sampleRate: number;
  channels: number;
  detect: Detect;
  peaksRate?: number;
  encode?: MonoSink;
  createResampler?: (input: { sampleRate: number; channels: number; targetRate: number }) => MonoResampler;
}): StreamAnalysis {
  const { sampleRate, channels, detect, peaksRate = 20, encode } = input;
  const { createResampler = createMonoResampler } = input;
  const levels = createLevelMeasures({ sampleRate, channels });
  const peaks = createTwoPeaks({ sampleRate, channels, rate: peaksRate, fineRate: finePeaksRate });
  const downmix = createDownmix({ sampleRate, channels });
  const resampler = createResampler({ sampleRate, channels: 1, targetRate: voiceRate });
  const encodeResampler =
    encode && createResampler({ sampleRate, channels: 1, targetRate: encode.sampleRate });
  const voice = createVoiceMeasures();
  const activity = createVoiceActivity({ detect, look: voice.push });
  let samples = 0;

  const take = async (mono: Float32Array) => {
    if (mono.length === 0) return;
    if (encode && encodeResampler) await encode.push(encodeResampler.push(mono));
    await activity.push(resampler.push(mono));
  };

  return {
    recent: () => ({ peaks: peaks.recent(), speech: activity.soFar() }),
    async push(block) {
      samples += block.length / channels;
      levels.push(block);
      peaks.push(block);
      await take(downmix.push(block));
    },
    async finish() {
      await take(downmix.finish());
      if (encode && encodeResampler) await encode.push(encodeResampler.finish());
      await activity.push(resampler.finish());
      const durationS = samples / sampleRate;
      const speech = await activity.finish();
      const measures = { ...levels.result(), ...voice.result() };
      const verdict = judge({ durationS, speech, measures });
      return { durationS, ...peaks.finish(), speech, measures, verdict };
    },
  };
}
