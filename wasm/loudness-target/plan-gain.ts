import { amplitudeToDb } from '#wasm/dsp/decibel.ts';

/**
 * Speech at -18 LUFS: AES TD1008.1.21-9, "Recommendations for Loudness of Internet Audio Streaming and On-Demand
 * Distribution". It asks for at most -1 dBTP at the listener; half a decibel is left for what mp3 adds to peaks.
 */
export const loudnessTarget = { integratedLufs: -18, ceilingDbtp: -1.5 } as const;

/** What LAME takes off while it encodes: it scales its input by 0.95 (measured: 0.44 to 0.46 dB on speech). */
const encoderLossDb = -amplitudeToDb(0.95);
/** More would make a room's noise as loud as speech. */
const maxGainDb = 30;
/** What nobody hears is not worth another encoding, LU. */
const toleranceLu = 0.5;

type MeasuredLoudness = {
  /** LUFS after ITU-R BS.1770-4, and dBTP; null where there is nothing to measure. */
  integratedLufs: number | null;
  truePeakDbtp: number | null;
};

/**
 * Gain before the encoder that brings the mp3 of a recording to `loudnessTarget`, dB, at most 30; peaks above the ceiling are the normaliser's business.
 * 0: it is there already, and nothing needs to be done. Null: there is no loudness, as in silence.
 */
export function planGain({ integratedLufs, truePeakDbtp }: MeasuredLoudness): number | null {
  if (integratedLufs === null || !Number.isFinite(integratedLufs)) return null;
  const encodedLufs = integratedLufs - encoderLossDb;
  const gainDb = Math.min(maxGainDb, loudnessTarget.integratedLufs - encodedLufs);
  const isThere =
    Math.abs(gainDb) <= toleranceLu && (truePeakDbtp ?? -Infinity) <= loudnessTarget.ceilingDbtp;
  return isThere ? 0 : gainDb;
}
