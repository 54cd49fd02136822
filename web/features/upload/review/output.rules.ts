import { limits } from '#api/contract/limits.ts';
import type { Loudness, Mp3Settings } from '#workers/encode/encode.contract.ts';

export type OutputInput = {
  /** Null after a reload: only the mp3 remains. */
  file: { bytes: number } | null;
  /** Of the original file; `keptS` is the length after trimming. */
  container: string;
  codec: string;
  /** True if the file's own mp3 frames can be sent; undefined if unknown: cutting finds out. */
  hasOwnFrames: boolean | undefined;
  durationS: number;
  keptS: number;
  loudness: Loudness;
  settings: Mp3Settings;
  maxBytes: number;
};

export type OutputObstacle = 'too_long' | 'too_large';

export type Output = {
  /** `cut`: the original mp3 frames; `encode`: a new mp3 with these settings. */
  way: 'cut' | 'encode';
  settings: Mp3Settings;
  durationS: number;
  /** Exact to the frame for `encode`; for `cut` by the mean bit rate of the file. */
  bytes: number;
  obstacle: OutputObstacle | null;
};

/** Size of an mp3, bytes, at a constant bit rate in kbit/s. */
export const estimatedBytes = (durationS: number, bitrate: number): number =>
  (durationS * bitrate * 1000) / 8;

/** Lower bit rates at which speech stays intelligible, kbit/s, best first. */
const smallerBitrates = [64, 48, 32, 24];

/** Settings with which a recording of this length fits `maxBytes`; null if even the lowest bit rate is too large. */
export function fittingSettings(
  durationS: number,
  maxBytes: number,
  settings: Mp3Settings,
): Mp3Settings | null {
  const fits = (bitrate: number) => estimatedBytes(durationS, bitrate) <= maxBytes;
  if (fits(settings.bitrate)) return settings;
  const bitrate = smallerBitrates.find((value) => value < settings.bitrate && fits(value));
  return bitrate ? { sampleRate: bitrate < 48 ? 16_000 : 24_000, bitrate } : null;
}

/** §5: at most 2:30 h. Encoder padding at the end does not count. */
export const isTooLong = (durationS: number): boolean => durationS > limits.maxAudioS + limits.audioPaddingS;

/** An mp3 with exact seeking that needs only cutting is cut; everything else is encoded. */
export function planOutput(input: OutputInput): Output {
  const { file, container, codec, hasOwnFrames = true } = input;
  const { durationS, keptS, loudness, settings, maxBytes } = input;
  const isMp3 = codec === 'mp3' && container === 'mp3' && hasOwnFrames;
  const cutBytes = file && durationS > 0 ? (file.bytes * keptS) / durationS : Infinity;
  const obstacleOf = (bytes: number) =>
    isTooLong(keptS) ? 'too_long' : bytes > maxBytes ? 'too_large' : null;
  if (isMp3 && loudness === 'as_is' && cutBytes <= maxBytes)
    return { way: 'cut', settings, durationS: keptS, bytes: cutBytes, obstacle: obstacleOf(cutBytes) };
  const bytes = estimatedBytes(keptS, settings.bitrate);
  return { way: 'encode', settings, durationS: keptS, bytes, obstacle: obstacleOf(bytes) };
}

/** The time in the original at which `keptS` seconds of kept audio have passed. */
export function endAfter(kept: readonly (readonly [number, number])[], keptS: number): number {
  let leftS = keptS;
  for (const [startS, endS] of kept) {
    if (endS - startS >= leftS) return startS + leftS;
    leftS -= endS - startS;
  }
  return kept.at(-1)?.[1] ?? 0;
}
