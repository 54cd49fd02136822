/** Where a recording's bytes lie in time. Sizes in bytes, times in s of the stored sound, samples at the settings' rate. */
import { frameBytes, mp3FrameSamples, type Mp3Settings } from '#wasm/mp3/format.ts';
import type { RecordingRecord } from '#workers/store/store.contract.ts';
import { startSamples, startTag } from './mp3-stream.ts';

/** At most so much sound is in one piece (issue: store first). */
const pieceMs = 250;

/** Whole frames of sound in a file that begins with the tag. */
const framesIn = (bytes: number, settings: Mp3Settings): number =>
  Math.max(0, Math.floor((bytes - startTag(settings).length) / frameBytes(settings)));

/** What is missing to a whole frame. */
export const bytesToFrame = (bytes: number, settings: Mp3Settings): number => {
  const over = Math.max(0, bytes - startTag(settings).length) % frameBytes(settings);
  return over === 0 ? 0 : frameBytes(settings) - over;
};

export const pieceBytes = (settings: Mp3Settings): number => {
  const frames = Math.floor((pieceMs / 1_000) * (settings.sampleRate / mp3FrameSamples(settings.sampleRate)));
  return Math.max(1, frames) * frameBytes(settings);
};

/** Sound that is decoded from so many bytes. */
export const decodedS = (bytes: number, settings: Mp3Settings): number => {
  const samples = framesIn(bytes, settings) * mp3FrameSamples(settings.sampleRate) - startSamples;
  return Math.max(0, samples) / settings.sampleRate;
};

export const durationOf = ({ finished, settings }: RecordingRecord, bytes: number): number =>
  finished?.duration ?? decodedS(bytes, settings);

/** Bytes that hold at least the first `seconds`. */
export const bytesFor = (seconds: number, settings: Mp3Settings): number => {
  const frames = Math.ceil(
    (seconds * settings.sampleRate + startSamples) / mp3FrameSamples(settings.sampleRate),
  );
  return startTag(settings).length + frames * frameBytes(settings);
};

/** Where a run of the encoder that begins behind so many bytes is decoded, samples. */
export const takeStart = (bytes: number, settings: Mp3Settings): number =>
  framesIn(bytes, settings) * mp3FrameSamples(settings.sampleRate);

export type Longest = { longestS: number; largestBytes: number };

/** Samples that fit into a recording behind so many bytes, until it is too long or would be too large when finished. */
export function samplesThatFit(
  startBytes: number,
  { longestS, largestBytes }: Longest,
  settings: Mp3Settings,
) {
  const byTime = Math.round(longestS * settings.sampleRate) - takeStart(startBytes, settings);
  const frames = framesIn(largestBytes, settings) - framesIn(startBytes, settings);
  const bySize = frames * mp3FrameSamples(settings.sampleRate) - startSamples;
  return Math.max(0, Math.min(byTime, bySize));
}
