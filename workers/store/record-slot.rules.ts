/**
 * Two files hold the record in turn, so that a torn write spares the latest valid one. Format of a file, little-endian:
 * CRC-32 of the rest u32 · bytes of JSON u32 · turn f64 · JSON · reserve, so that a full disk does not stop a longer
 * record.
 */
import { crc32 } from './crc32.ts';
import type { RecordingRecord } from './store.contract.ts';

const slots = 2;
const headBytes = 16;
const roomBytes = 16_384;

export type Slot = { turn: number; record: RecordingRecord };

export const slotOf = (turn: number): number => turn % slots;

export function packSlot({ turn, record }: Slot): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(record));
  const bytes = new Uint8Array(Math.ceil((headBytes + json.length) / roomBytes) * roomBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, json.length, true);
  view.setFloat64(8, turn, true);
  bytes.set(json, headBytes);
  view.setUint32(0, crc32(bytes.subarray(4, headBytes + json.length)), true);
  return bytes;
}

/** Returns null if the write was torn, or if another version of the app wrote the record. */
export function unpackSlot(bytes: Uint8Array): Slot | null {
  if (bytes.length < headBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, headBytes);
  const end = headBytes + view.getUint32(4, true);
  if (end > bytes.length || crc32(bytes.subarray(4, end)) !== view.getUint32(0, true)) return null;
  const record = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, end))) as RecordingRecord;
  return record.version === 1 ? { turn: view.getFloat64(8, true), record } : null;
}

export function newestSlot(found: readonly (Uint8Array | null)[]): Slot | null {
  const whole = found.map((bytes) => bytes && unpackSlot(bytes)).filter((slot) => slot !== null);
  return whole.toSorted((a, b) => b.turn - a.turn)[0] ?? null;
}

/**
 * Returns the record of a recording of which `bytes` bytes were recovered: without takes that begin after them, and
 * without an end that is after them.
 */
export function heldRecord(record: RecordingRecord, bytes: number): RecordingRecord {
  const finished = record.finished?.bytes === bytes ? record.finished : null;
  return { ...record, finished, takes: record.takes.filter((take) => take.bytes <= bytes) };
}
