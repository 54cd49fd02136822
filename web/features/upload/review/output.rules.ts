import { limits } from '#api/contract/limits.ts';
import type { Loudness, Mp3Settings } from '#workers/encode/encode.contract.ts';

export type OutputInput = {
  /** The original file. Null after a reload, when only the mp3 draft is left. */
  file: { bytes: number } | null;
  /** Format and length of the original file. `keptS` is the length after trimming, s. */
  container: string;
  codec: string;
  /** True if the mp3 frames of the file itself can be sent. Undefined if that is unknown until they are cut. */
  hasOwnFrames: boolean | undefined;
  durationS: number;
  keptS: number;
  loudness: Loudness;
  settings: Mp3Settings;
  maxBytes: number;
};

type OutputObstacle = 'too_long' | 'too_large';

export type Output = {
  /** `cut`: the original mp3 frames; `encode`: a new mp3 with these settings. */
  method: 'cut' | 'encode';
  settings: Mp3Settings;
  durationS: number;
  /**
   * Size of the mp3, bytes. For `encode` it is exact to one frame. For `cut` it is computed from the mean bit rate of
   * the file.
   */
  bytes: number;
  obstacle: OutputObstacle | null;
};

/** Returns the size of an mp3 with a constant bit rate, bytes. `bitrate`: kbit/s. */
export const estimatedBytes = (durationS: number, bitrate: number): number =>
  (durationS * bitrate * 1000) / 8;

/** Lower bit rates at which speech stays intelligible, kbit/s, best first. */
const smallerBitrates = [64, 48, 32, 24];

/**
 * Returns the best settings with which the mp3 of a recording of this length has at most `maxBytes` bytes. Null if the
 * mp3 is larger even at the lowest bit rate.
 */
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

/** True if a recording is longer than 2:30 h (§5). The silence that an encoder adds at the end does not count. */
export const isTooLong = (durationS: number): boolean => durationS > limits.maxAudioS + limits.audioPaddingS;

/**
 * Plans the mp3 to send. If the recording is an mp3 and needs only cuts, its frames are kept. Everything else is
 * encoded.
 */
export function planOutput(input: OutputInput): Output {
  const { file, container, codec, hasOwnFrames = true } = input;
  const { durationS, keptS, loudness, settings, maxBytes } = input;
  const isMp3 = codec === 'mp3' && container === 'mp3' && hasOwnFrames;
  const cutBytes = file && durationS > 0 ? (file.bytes * keptS) / durationS : Infinity;
  const obstacleOf = (bytes: number) =>
    isTooLong(keptS) ? 'too_long' : bytes > maxBytes ? 'too_large' : null;
  if (isMp3 && loudness === 'as_is' && cutBytes <= maxBytes)
    return { method: 'cut', settings, durationS: keptS, bytes: cutBytes, obstacle: obstacleOf(cutBytes) };
  const bytes = estimatedBytes(keptS, settings.bitrate);
  return { method: 'encode', settings, durationS: keptS, bytes, obstacle: obstacleOf(bytes) };
}

/** Returns the time of the original at which the kept audio before it lasts `keptS`, s. */
export function endAfter(kept: readonly (readonly [number, number])[], keptS: number): number {
  let leftS = keptS;
  for (const [startS, endS] of kept) {
    if (endS - startS >= leftS) return startS + leftS;
    leftS -= endS - startS;
  }
  return kept.at(-1)?.[1] ?? 0;
}
