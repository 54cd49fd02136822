/**
 * Converts between bytes and time of a recording. Times are in s of the stored sound, samples are at the sample rate of
 * the settings.
 */
import { frameBytes, mp3FrameSamples, type Mp3Settings } from '#wasm/mp3/format.ts';
import type { RecordingRecord } from '#workers/store/store.contract.ts';
import { startSamples, startTag } from './mp3-stream.ts';

const pieceMs = 250;

const framesIn = (bytes: number, settings: Mp3Settings): number =>
  Math.max(0, Math.floor((bytes - startTag(settings).length) / frameBytes(settings)));

/** Returns how many bytes the last mp3 frame lacks; 0 if it is whole. */
export const bytesToFrame = (bytes: number, settings: Mp3Settings): number => {
  const over = Math.max(0, bytes - startTag(settings).length) % frameBytes(settings);
  return over === 0 ? 0 : frameBytes(settings) - over;
};

export const pieceBytes = (settings: Mp3Settings): number => {
  const frames = Math.floor((pieceMs / 1_000) * (settings.sampleRate / mp3FrameSamples(settings.sampleRate)));
  return Math.max(1, frames) * frameBytes(settings);
};

export const decodedS = (bytes: number, settings: Mp3Settings): number => {
  const samples = framesIn(bytes, settings) * mp3FrameSamples(settings.sampleRate) - startSamples;
  return Math.max(0, samples) / settings.sampleRate;
};

export const durationOf = ({ finished, settings }: RecordingRecord, bytes: number): number =>
  finished?.duration ?? decodedS(bytes, settings);

export const bytesFor = (seconds: number, settings: Mp3Settings): number => {
  const frames = Math.ceil(
    (seconds * settings.sampleRate + startSamples) / mp3FrameSamples(settings.sampleRate),
  );
  return startTag(settings).length + frames * frameBytes(settings);
};

/** Returns the sample at which the sound of a new encoder run begins, if it is appended after `bytes`. */
export const takeStart = (bytes: number, settings: Mp3Settings): number =>
  framesIn(bytes, settings) * mp3FrameSamples(settings.sampleRate);

export type Longest = { longestS: number; largestBytes: number };

/** Returns how many samples can be appended after `startBytes` before the recording is too long or too large. */
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
