import type { OverflowFile } from '#workers/store/overflow-file.ts';
import { createGrowingSource, type GrowingSource } from '#workers/recorder/upload/growing-source.ts';

/**
 * An open recording. `writtenAtMs` is the time at which its last piece was written before it was opened, ms since the
 * epoch; null if that is unknown or the recording is new.
 */
export type OpenRecording = { file: OverflowFile; source: GrowingSource; writtenAtMs: number | null };

/** The recordings that this worker has open, and the locks that it holds for each of them. */
type OpenRecordings = {
  get(id: string): OpenRecording | undefined;
  has(id: string): boolean;
  add(id: string, file: OverflowFile, writtenAtMs: number | null): OpenRecording;
  /** Closes the file of a recording, but keeps its locks. */
  close(id: string): void;
  /** Holds `lock` until `release`. */
  keepLock(id: string, lock: Disposable): void;
  /** Ends all locks of a recording. */
  release(id: string): void;
};

export function createOpenRecordings(): OpenRecordings {
  const recordings = new Map<string, OpenRecording>();
  const locks = new Map<string, Disposable[]>();
  return {
    get: (id) => recordings.get(id),
    has: (id) => recordings.has(id),
    add(id, file, writtenAtMs) {
      const recording: OpenRecording = { file, source: createGrowingSource(file), writtenAtMs };
      recordings.set(id, recording);
      return recording;
    },
    close(id) {
      recordings.get(id)?.file[Symbol.dispose]();
      recordings.delete(id);
    },
    keepLock(id, lock) {
      locks.set(id, [...(locks.get(id) ?? []), lock]);
    },
    release(id) {
      for (const lock of locks.get(id) ?? []) lock[Symbol.dispose]();
      locks.delete(id);
    },
  };
}
