import type { SoundUse, SoundWarning } from '#wasm/live/live-monitor.ts';
import type { Sound } from '../quality/degrade.ts';

export type WarningCase = {
  name: string;
  /** What has to be told, from when on it is there and within how long, s. Null: nothing is wrong. */
  must: { warning: SoundWarning; fromS: number; withinS: number } | null;
  /** Truly there too, or at the border: counts neither as right nor as wrong. */
  may: readonly SoundWarning[];
  sound: Sound;
  /** Recorded from the beginning where it does not say otherwise. */
  useAt?: (atS: number) => SoundUse;
};

/** s after the cause begins; of `no_sound` also from the beginning. The last two from the last word, or the beginning, on. */
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
 * A level set too high, by windows of 50 ms with samples at full scale: from when on, and whether more than one word in a while
 * is cut off (2 % of the windows).
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
