/**
 * Journal of the sound file: one entry of 24 bytes (little-endian) per piece, to find the valid bytes after a crash. Number
 * of the piece u32 · CRC-32 of the other three fields and the piece u32 · end offset of the piece f64 · device clock in ms
 * f64.
 */
import { crc32 } from './crc32.ts';

export const entryBytes = 24;
/**
 * Number of entries that are checked after a crash: more than are written between two flushes. Older entries are valid.
 */
export const checkedEntries = 64;

type Entry = { number: number; crc: number; end: number; writtenAtMs: number };

/** Bytes that can be read at any place. */
export type Bytes = {
  readonly length: number;
  read(from: number, to: number): Promise<Uint8Array>;
};

type Recovered = {
  pieces: number;
  /** Number of valid bytes of the sound. */
  bytes: number;
  /** Time of the last piece, ms since the epoch; null if there is none. */
  writtenAtMs: number | null;
};

const sealed = (entry: Uint8Array, piece: Uint8Array) =>
  crc32(entry.subarray(0, 4), entry.subarray(8, entryBytes), piece);

export function journalEntry(
  number: number,
  end: number,
  writtenAtMs: number,
  piece: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const entry = new Uint8Array(entryBytes);
  const view = new DataView(entry.buffer);
  view.setUint32(0, number, true);
  view.setFloat64(8, end, true);
  view.setFloat64(16, writtenAtMs, true);
  view.setUint32(4, sealed(entry, piece), true);
  return entry;
}

function entryAt(entries: Uint8Array, index: number): Entry & { raw: Uint8Array } {
  const raw = entries.subarray(index * entryBytes, (index + 1) * entryBytes);
  const view = new DataView(raw.buffer, raw.byteOffset, entryBytes);
  return {
    raw,
    number: view.getUint32(0, true),
    crc: view.getUint32(4, true),
    end: view.getFloat64(8, true),
    writtenAtMs: view.getFloat64(16, true),
  };
}

/** Finds the last entry of `[from, to)` up to which every piece is intact. Returns null if the first piece is not. */
async function lastWhole(from: number, to: number, journal: Bytes, sound: Bytes): Promise<Recovered | null> {
  const firstRead = Math.max(0, from - 1);
  const entries = await journal.read(firstRead * entryBytes, to * entryBytes);
  const read = Math.floor(entries.length / entryBytes);
  const before = from === 0 || read === 0 ? null : entryAt(entries, 0);
  if (before && before.number !== from - 1) return null;
  const soundFrom = before?.end ?? 0;
  if (!(soundFrom >= 0 && soundFrom <= sound.length)) return null;
  // A torn entry may have any end offset.
  const ends = Array.from({ length: read }, (_, index) => entryAt(entries, index).end);
  const soundTo = Math.max(soundFrom, ...ends.filter((end) => end <= sound.length));
  const tail = await sound.read(soundFrom, soundTo);
  let whole: Recovered | null = null;
  for (let number = from; number - firstRead < read; number++) {
    const entry = entryAt(entries, number - firstRead);
    const start = whole?.bytes ?? soundFrom;
    if (entry.number !== number || !(entry.end > start && entry.end <= soundFrom + tail.length)) break;
    const piece = tail.subarray(start - soundFrom, entry.end - soundFrom);
    if (sealed(entry.raw, piece) !== entry.crc) break;
    whole = { pieces: number + 1, bytes: entry.end, writtenAtMs: entry.writtenAtMs };
  }
  return whole;
}

/** Finds the valid part of a recording after a crash. Reads only the ends of both files. */
export async function recover(journal: Bytes, sound: Bytes): Promise<Recovered> {
  let to = Math.floor(journal.length / entryBytes);
  while (to > 0) {
    const from = Math.max(0, to - checkedEntries);
    const whole = await lastWhole(from, to, journal, sound);
    if (whole) return whole;
    to = from;
  }
  return { pieces: 0, bytes: 0, writtenAtMs: null };
}
