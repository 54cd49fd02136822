import type { UploadBytes } from '#workers/send/read-upload.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';

/** Number of bytes before an offset that are compared with the server's. */
export const comparedBytes = 65_536;
const stepBytes = 1_048_576;

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Returns true if the last `comparedBytes` bytes before `offset` are the same here and on the server. */
export async function endsAlike(
  file: Pick<PieceFile, 'bytes' | 'read'>,
  { offset, read }: UploadBytes,
  signal: AbortSignal,
): Promise<boolean> {
  const from = Math.max(0, offset - comparedBytes);
  if (offset > file.bytes) return false;
  if (offset === 0) return true;
  return isSame(await file.read(from, offset), await read(from, offset, signal));
}

/** Returns true if the file begins with all bytes that the server has. */
export async function isBeginning(
  file: Pick<PieceFile, 'bytes' | 'read'>,
  { offset, read }: UploadBytes,
  signal: AbortSignal,
): Promise<boolean> {
  if (offset > file.bytes) return false;
  for (let at = 0; at < offset; at += stepBytes) {
    const to = Math.min(offset, at + stepBytes);
    if (!isSame(await file.read(at, to), await read(at, to, signal))) return false;
  }
  return true;
}

/**
 * Appends the bytes that only the server has, after a full disk or a power cut. Returns false if the end of the file
 * differs from the server's bytes there.
 */
export async function catchUp(
  file: PieceFile,
  { offset, read }: UploadBytes,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await endsAlike(file, { offset: file.bytes, read }, signal))) return false;
  // `finished` describes the shorter file, so it is unset until the longer one is finished.
  if (file.bytes < offset && file.record.finished) await file.update({ finished: null });
  while (file.bytes < offset) {
    const piece = await read(file.bytes, Math.min(offset, file.bytes + stepBytes), signal);
    signal.throwIfAborted();
    await file.append(piece);
  }
  return true;
}
