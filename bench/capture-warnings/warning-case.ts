import type { SoundUse, SoundWarning } from '#wasm/live/live-monitor.ts';
import type { Sound } from '../quality/degrade.ts';

export type WarningCase = {
  name: string;
  /** The required warning, the beginning of its cause, s, and the allowed delay, s. Null if the sound has no fault. */
  must: { warning: SoundWarning; fromS: number; withinS: number } | null;
  /** Warnings whose cause is also present, or borderline. They count neither as correct nor as wrong. */
  may: readonly SoundWarning[];
  sound: Sound;
  /** Returns how the sound is used at a time, s. By default it is recorded from the beginning. */
  useAt?: (atS: number) => SoundUse;
};

/**
 * Allowed delays after the beginning of the cause, s. The delay of `no_sound` counts also from the beginning of the
 * recording; the last two count from the last word or from the beginning of the recording.
 */
export const withinS = {
  noSoundAtFirst: 3,
  no_sound: 5,
  too_quiet: 10,
  clipping: 5,
  noisy: 12,
  hum: 10,
  echo: 12,
  long_silence: 125,
  nobody_speaking: 30,
} as const;

/**
 * Finds clipping in windows of 50 ms: the time of the first sample at full scale, s, and whether at least 2 % of the
 * windows have such a sample.
 */
export function fullScale({ samples, sampleRate, channels }: Sound): { fromS: number; isOften: boolean } {
  const window = Math.round(sampleRate * 0.05) * channels;
  const isAt = (sample: number) => Math.abs(sample) > 0.99;
  let count = 0;
  for (let at = 0; at < samples.length; at += window)
    if (samples.subarray(at, at + window).some(isAt)) count++;
  const fromS = samples.findIndex(isAt) / channels / sampleRate;
  return { fromS, isOften: count >= 0.02 * (samples.length / window) };
}
