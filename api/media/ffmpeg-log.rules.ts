import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';

/** Matches images and text, which ffmpeg reports as video and subtitles. */
const notSound = /^Input #0, (\w+_pipe|image2|gif|apng|tty|srt|webvtt|ass|lrc)\b/m;
const soundStream = /^ *Stream #0:\d.*: Audio: /m;
const movingStream = /^ *Stream #0:\d.*: Video: (?!.*\(attached pic\))/m;

/**
 * True for a line with a tag, which is indented deeper than the properties of the file. Tags may contain personal
 * names, so they are not logged.
 */
export const isTagLine = (line: string): boolean => /^ {4}/.test(line);

/** True if the functions below read the line. A damaged file may log thousands of other lines before it. */
export const isTellingLine = (line: string): boolean =>
  /^(Input #| {2}Duration:| {2}Stream #|Output file is empty)|Estimating duration|encrypted|DRM/.test(line);

/** Returns why ffmpeg wrote no audio. `lines` is its log at level `info`, which begins with the streams of the file. */
export function silentRunToReason(lines: readonly string[]): ReasonCode {
  const log = lines.join('\n');
  if (/DRM protected|encrypted/i.test(log)) return 'transcription.audio_encrypted';
  if (!/^Input #0/m.test(log) || notSound.test(log)) return 'transcription.audio_unreadable';
  if (!soundStream.test(log))
    return movingStream.test(log) ? 'transcription.audio_no_sound_track' : 'transcription.audio_unreadable';
  const isEmpty = /Output file is empty/.test(log) && logToStatedS(lines) === null;
  return isEmpty ? 'transcription.audio_empty' : 'transcription.audio_unreadable';
}

/**
 * Returns the duration in the file's header, s. Returns null if it is absent or implausible, or if ffmpeg has guessed
 * it from the bit rate.
 */
export function logToStatedS(lines: readonly string[]): number | null {
  if (lines.some((line) => line.includes('Estimating duration from bitrate'))) return null;
  const found = lines.map((line) => /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d\d)/.exec(line)).find(Boolean);
  if (!found) return null;
  const [, hours, minutes, seconds] = found.map(Number) as [number, number, number, number];
  const stated = hours * 3600 + minutes * 60 + seconds;
  return stated > 0 && stated <= limits.maxAnalysedS ? stated : null;
}

/**
 * Difference between the stated and the decoded length that is no damage, s and as a share of the stated length. Codecs
 * add and drop frames at both ends, and edit lists skip some.
 */
const toleratedS = 5;
const toleratedShare = 0.05;

/**
 * True if the decoded audio is much shorter than the header says, so that the file is truncated or damaged. Lengths are
 * in s.
 */
export const isCutShort = (decodedS: number, statedS: number | null): boolean =>
  statedS !== null && statedS - decodedS > Math.max(toleratedS, toleratedShare * statedS);
