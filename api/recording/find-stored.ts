import type { RecordingMetadata } from '#api/contract/recording.ts';
import { AppError } from '#api/lib/error.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import type { UploadLocks } from '#api/upload/upload-locks.ts';
import type { UploadRow, UploadStore } from '#api/upload/upload.store.ts';

/** An upload with the stored bytes of a whole recording. */
export type StoredUpload = { upload: UploadRow; key: string; bytes: number; sha256: string };

/** A stored upload that stays locked until it is disposed of. */
export type LockedUpload = StoredUpload & Disposable;

type Announced = Pick<RecordingMetadata, 'bytes' | 'sha256'>;
type Have = { bytes: number; sha256: string | null };
type Deps = { uploads: UploadStore; uploadLocks: UploadLocks; storage: AudioStore };

/**
 * Returns a function that finds the upload that holds a recording: the one with the announced bytes and digest, or the
 * newest complete one if nothing was announced. An upload without a declared length is matched by its digest only.
 * @throws AppError in the returned function: `recording.no_audio`, `recording.incomplete`, `recording.digest_mismatch`
 */
export function createStoredFinder({ uploads, uploadLocks, storage }: Deps) {
  return async (sessionId: string, wanted: Announced): Promise<LockedUpload> => {
    let have: Have | undefined;
    for (const { id } of await uploads.ofSession(sessionId)) {
      const lock = await uploadLocks.hold(id);
      const found = await check(id, sessionId, wanted).catch((error: unknown) => {
        lock[Symbol.dispose]();
        throw error;
      });
      if (found && 'upload' in found) return { ...found, [Symbol.dispose]: () => lock[Symbol.dispose]() };
      lock[Symbol.dispose]();
      // The error reports the newest upload.
      have ??= found ?? undefined;
    }
    if (!have) throw new AppError('recording.no_audio');
    const code = have.sha256 === null ? 'recording.incomplete' : 'recording.digest_mismatch';
    throw new AppError(code, { extra: { have } });
  };

  /** Returns the upload if it holds the recording, otherwise the bytes that it has; null if it is gone. */
  async function check(
    id: string,
    sessionId: string,
    wanted: Announced,
  ): Promise<StoredUpload | Have | null> {
    // The upload is read again under the lock, because it may have changed before.
    const upload = (await uploads.ofSession(sessionId)).find((row) => row.id === id);
    if (!upload) return null;
    const key = audioKey(id);
    const bytes = Math.min(upload.offset, (await storage.size(key)) ?? 0);
    if (bytes === 0 || !isWhole(upload, bytes, wanted)) return { bytes, sha256: null };
    const sha256 = await storage.sha256(key);
    const isSame =
      (wanted.bytes === undefined || wanted.bytes === bytes) &&
      (wanted.sha256 === undefined || wanted.sha256 === sha256);
    return isSame ? { upload, key, bytes, sha256 } : { bytes, sha256 };
  }
}

/** True if all bytes of the recording have come, as far as this is known without the digest. */
function isWhole({ length }: UploadRow, bytes: number, wanted: Announced): boolean {
  if (length !== null && bytes !== length) return false;
  if (wanted.bytes !== undefined && bytes < wanted.bytes) return false;
  return length !== null || wanted.sha256 !== undefined;
}
