import type { UploadBytes } from '#workers/send/read-upload.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';

/** So much of what lies here is compared with the server's before anything is put behind it. */
const comparedBytes = 65_536;
const stepBytes = 1_048_576;

/** Whether the file and the server have the same bytes before `offset`, as far as they are compared. */
export async function endsAlike(
  file: Pick<PieceFile, 'bytes' | 'read'>,
  { offset, read }: UploadBytes,
  signal: AbortSignal,
): Promise<boolean> {
  const from = Math.max(0, offset - comparedBytes);
  if (offset > file.bytes) return false;
  if (offset === 0) return true;
  const here = await file.read(from, offset);
  const there = await read(from, offset, signal);
  return here.length === there.length && here.every((byte, at) => byte === there[at]);
}

/** Whether all that the server has is the beginning of the file. */
export async function isBeginning(
  file: Pick<PieceFile, 'bytes' | 'read'>,
  { offset, read }: UploadBytes,
  signal: AbortSignal,
): Promise<boolean> {
  if (offset > file.bytes) return false;
  for (let at = 0; at < offset; at += stepBytes) {
    const to = Math.min(offset, at + stepBytes);
    const [here, there] = [await file.read(at, to), await read(at, to, signal)];
    if (here.length !== there.length || here.some((byte, index) => byte !== there[index])) return false;
  }
  return true;
}

/**
 * Puts what the server has beyond this file behind it: a device that was full, or a second that a power cut took. False
 * where the end of the file is not what the server has there.
 */
export async function catchUp(
  file: PieceFile,
  { offset, read }: UploadBytes,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await endsAlike(file, { offset: file.bytes, read }, signal))) return false;
  // The record says that the end is there only when it is.
  if (file.bytes < offset && file.record.finished) await file.update({ finished: null });
  while (file.bytes < offset) {
    const piece = await read(file.bytes, Math.min(offset, file.bytes + stepBytes), signal);
    signal.throwIfAborted();
    await file.append(piece);
  }
  return true;
}
