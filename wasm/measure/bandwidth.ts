import { powerToDb } from '#wasm/dsp/decibel.ts';
import { bandCount, bandHz, type BandLevels } from './speech-level.ts';

/**
 * Limits in dB. A band contains speech if it is at least 6 dB above the noise and at most 50 dB below the loudest band:
 * sibilants at 5 to 8 kHz are 10 to 35 dB below vowels, and an anti-aliasing filter leaves less than -60 dB. Noise that
 * is less than `maskedAboveDb` below the loudest band would hide speech.
 */
const bandwidthLimits = { aboveNoiseDb: 6, belowLoudestDb: 50, maskedAboveDb: 50 };

/** The result is null if noise masks more than half of this many bands above the last one with speech. */
const soughtBands = 8;

const toDb = (power: number) => powerToDb(Math.max(power, 1e-14));

/**
 * Returns the highest frequency with speech, Hz, in steps of 250 up to 8,000: the end of the last band whose loud
 * frames stand out of the noise and are not too far below the loudest band. Returns null if noise may hide speech above
 * that band.
 */
export function bandwidthOf({ loud, noise }: BandLevels): number | null {
  const loudest = Math.max(...loud.map(toDb));
  const carries = (band: number) => {
    const level = toDb(loud[band]!);
    const isAbove = level >= toDb(noise[band]!) + bandwidthLimits.aboveNoiseDb;
    return isAbove && level >= loudest - bandwidthLimits.belowLoudestDb;
  };
  let last = bandCount - 1;
  while (last >= 0 && !carries(last)) last--;
  if (last < 0) return null;
  const beyond = Array.from(noise.subarray(last + 1, last + 1 + soughtBands), toDb);
  const isMasked = (level: number) => level > loudest - bandwidthLimits.maskedAboveDb;
  if (beyond.filter(isMasked).length > beyond.length / 2) return null;
  return (last + 1) * bandHz;
}
