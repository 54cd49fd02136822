import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';

/** Containers of single pictures and of text, which ffmpeg calls video and subtitles. */
const notSound = /^Input #0, (\w+_pipe|image2|gif|apng|tty|srt|webvtt|ass|lrc)\b/m;
const soundStream = /^ *Stream #0:\d.*: Audio: /m;
const movingStream = /^ *Stream #0:\d.*: Video: (?!.*\(attached pic\))/m;

/** Lines of tags are indented deeper than what is said about the file; they may name people, and nobody asked for them. */
export const isTagLine = (line: string): boolean => /^ {4}/.test(line);

/** Lines that the answers are read from; a damaged file may log thousands of others before them. */
export const isTellingLine = (line: string): boolean =>
  /^(Input #| {2}Duration:| {2}Stream #|Output file is empty)|Estimating duration|encrypted|DRM/.test(line);

/** Why a run of ffmpeg gave no sound at all. `lines`: its log at `info`, which begins with what it found in the file. */
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
 * The length that a file states, s. Null where it states none or nonsense, and where ffmpeg has only guessed it from the first
 * bit rate that it saw.
 */
export function logToStatedS(lines: readonly string[]): number | null {
  if (lines.some((line) => line.includes('Estimating duration from bitrate'))) return null;
  const found = lines.map((line) => /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d\d)/.exec(line)).find(Boolean);
  if (!found) return null;
  const [, hours, minutes, seconds] = found.map(Number) as [number, number, number, number];
  const stated = hours * 3600 + minutes * 60 + seconds;
  return stated > 0 && stated <= limits.maxAnalysedS ? stated : null;
}

/** Codecs add and drop frames at the ends, edit lists leave some out. */
const toleratedS = 5;
const toleratedShare = 0.05;

/** Whether much less came out than the file states: it was cut off on its way, or damaged. Lengths in s. */
export const isCutShort = (decodedS: number, statedS: number | null): boolean =>
  statedS !== null && statedS - decodedS > Math.max(toleratedS, toleratedShare * statedS);
