/**
 * Journal of the sound file: one line of 24 bytes (little-endian) per piece, to find the valid bytes after a crash. Number
 * of the piece u32 · CRC-32 of the other three fields and the piece u32 · end offset of the piece f64 · device clock in ms
 * f64.
 */
import { crc32 } from './crc32.ts';

export const lineBytes = 24;
/** Lines checked after a crash: more than are written between two flushes. Older lines are valid. */
export const checkedLines = 64;

type Line = { number: number; crc: number; end: number; writtenAtMs: number };

/** Random read access. */
export type Bytes = {
  readonly length: number;
  read(from: number, to: number): Promise<Uint8Array>;
};

type Recovered = {
  pieces: number;
  /** Valid bytes of the sound. */
  bytes: number;
  /** Time of the last piece, ms since the epoch; null if there is none. */
  writtenAtMs: number | null;
};

const sealed = (line: Uint8Array, piece: Uint8Array) =>
  crc32(line.subarray(0, 4), line.subarray(8, lineBytes), piece);

export function journalLine(
  number: number,
  end: number,
  writtenAtMs: number,
  piece: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(lineBytes);
  const view = new DataView(line.buffer);
  view.setUint32(0, number, true);
  view.setFloat64(8, end, true);
  view.setFloat64(16, writtenAtMs, true);
  view.setUint32(4, sealed(line, piece), true);
  return line;
}

function lineAt(lines: Uint8Array, index: number): Line & { raw: Uint8Array } {
  const raw = lines.subarray(index * lineBytes, (index + 1) * lineBytes);
  const view = new DataView(raw.buffer, raw.byteOffset, lineBytes);
  return {
    raw,
    number: view.getUint32(0, true),
    crc: view.getUint32(4, true),
    end: view.getFloat64(8, true),
    writtenAtMs: view.getFloat64(16, true),
  };
}

/** Finds the last line of `[from, to)` up to which every piece is intact; null if the first is not. */
async function lastWhole(from: number, to: number, journal: Bytes, sound: Bytes): Promise<Recovered | null> {
  const firstRead = Math.max(0, from - 1);
  const lines = await journal.read(firstRead * lineBytes, to * lineBytes);
  const read = Math.floor(lines.length / lineBytes);
  const before = from === 0 || read === 0 ? null : lineAt(lines, 0);
  if (before && before.number !== from - 1) return null;
  const soundFrom = before?.end ?? 0;
  if (!(soundFrom >= 0 && soundFrom <= sound.length)) return null;
  // A torn line may have any end offset.
  const ends = Array.from({ length: read }, (_, index) => lineAt(lines, index).end);
  const soundTo = Math.max(soundFrom, ...ends.filter((end) => end <= sound.length));
  const tail = await sound.read(soundFrom, soundTo);
  let whole: Recovered | null = null;
  for (let number = from; number - firstRead < read; number++) {
    const line = lineAt(lines, number - firstRead);
    const start = whole?.bytes ?? soundFrom;
    if (line.number !== number || !(line.end > start && line.end <= soundFrom + tail.length)) break;
    const piece = tail.subarray(start - soundFrom, line.end - soundFrom);
    if (sealed(line.raw, piece) !== line.crc) break;
    whole = { pieces: number + 1, bytes: line.end, writtenAtMs: line.writtenAtMs };
  }
  return whole;
}

/** Finds the valid part of a recording after a crash. Reads only the ends of both files. */
export async function recover(journal: Bytes, sound: Bytes): Promise<Recovered> {
  let to = Math.floor(journal.length / lineBytes);
  while (to > 0) {
    const from = Math.max(0, to - checkedLines);
    const whole = await lastWhole(from, to, journal, sound);
    if (whole) return whole;
    to = from;
  }
  return { pieces: 0, bytes: 0, writtenAtMs: null };
}
