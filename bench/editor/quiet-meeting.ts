import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { limits } from '#api/contract/limits.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { wavHead } from '#api/testing/wav-head.ts';
import type { Spoken } from '#e2e/seed-session.ts';

const sampleRate = 8_000;

/** Writes a silent 8-bit wav of any length as a sparse file. Returns its size, bytes. */
function writeQuietWav(path: string, lengthS: number): number {
  const dataBytes = Math.round(lengthS * sampleRate);
  const header = wavHead(dataBytes, sampleRate);
  const file = openSync(path, 'w');
  writeSync(file, header);
  ftruncateSync(file, header.length + dataBytes);
  closeSync(file);
  return header.length + dataBytes;
}

/** Returns the peaks of a waveform whose level varies as in speech. */
function peaksOf(lengthS: number): Int8Array {
  const pairs = new Int8Array(Math.round(lengthS * limits.peaksRate) * 2);
  for (let pair = 0; pair < pairs.length / 2; pair += 1) {
    const level = Math.round(20 + 90 * Math.abs(Math.sin(pair / 37) * Math.sin(pair / 911)));
    pairs[pair * 2] = -level;
    pairs[pair * 2 + 1] = level;
  }
  return pairs;
}

/** Returns a transcript with audio that is silent and playable, and with a waveform. */
export const quietMeeting = (segments: readonly Segment[], lengthS: number): Spoken => ({
  fileName: 'sitzung.wav',
  lengthS,
  write: (path) => ({ bytes: writeQuietWav(path, lengthS), sha256: '0'.repeat(64) }),
  peaks: peaksOf(lengthS),
  speech: segments.map(({ start, end }) => [start, end] as const),
  engine: 'bench',
  segments,
});
