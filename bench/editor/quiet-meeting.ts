import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { limits } from '#api/contract/limits.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { Spoken } from '#e2e/seed-session.ts';

const headerBytes = 44;
const sampleRate = 8_000;

/** A wav of 8 bits without a sound, of any length at once: the file has no blocks but its header's. Answers its bytes. */
function writeQuietWav(path: string, lengthS: number): number {
  const dataBytes = Math.round(lengthS * sampleRate);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  const file = openSync(path, 'w');
  writeSync(file, header);
  ftruncateSync(file, headerBytes + dataBytes);
  closeSync(file);
  return headerBytes + dataBytes;
}

/** A picture with the ups and downs of speech. */
function peaksOf(lengthS: number): Int8Array {
  const pairs = new Int8Array(Math.round(lengthS * limits.peaksRate) * 2);
  for (let pair = 0; pair < pairs.length / 2; pair += 1) {
    const level = Math.round(20 + 90 * Math.abs(Math.sin(pair / 37) * Math.sin(pair / 911)));
    pairs[pair * 2] = -level;
    pairs[pair * 2 + 1] = level;
  }
  return pairs;
}

/** A text of any length with sound that plays, but that nobody hears, and a picture of it. */
export const quietMeeting = (segments: readonly Segment[], lengthS: number): Spoken => ({
  fileName: 'sitzung.wav',
  lengthS,
  write: (path) => ({ bytes: writeQuietWav(path, lengthS), sha256: '0'.repeat(64) }),
  peaks: peaksOf(lengthS),
  speech: segments.map(({ start, end }) => [start, end] as const),
  engine: 'bench',
  segments,
});
