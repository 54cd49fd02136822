/** Access to the recordings of this device that no tab has open. Each is locked first. */
import { WorkerError } from '#workers/rpc.ts';
import { openOverflowing, type OverflowFile } from '#workers/store/overflow-file.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { heldLocks, holdLock } from '#workers/store/web-locks.ts';
import { durationOf } from './position.rules.ts';
import { recordingLock, sessionLock, type KeptRecording } from './recorder.contract.ts';

/**
 * Locks a recording and opens it; the caller disposes of both. `writtenAtMs` is the time of its last write, ms since
 * the epoch; null if unknown. Rejects with `recording.elsewhere` or `recording.not_kept`.
 */
export async function openLocked(
  store: PieceStore,
  id: string,
): Promise<{ file: OverflowFile; writtenAtMs: number | null; lock: Disposable }> {
  const lock = await lockFor(store, id);
  try {
    const { writtenAtMs } = await entryOf(store, id);
    return { file: await openStored(store, id), writtenAtMs, lock };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Locks and opens a recording for `act` only. */
export async function useLocked<T>(
  store: PieceStore,
  id: string,
  act: (file: OverflowFile) => Promise<T>,
): Promise<T> {
  using _lock = await lockFor(store, id);
  using file = await openStored(store, id);
  return await act(file);
}

/** Lists a person's recordings that no tab has open, oldest first. `isOpenHere`: true for those that this worker has open. */
export async function listUnlocked(
  store: PieceStore,
  userIds: readonly string[],
  isOpenHere: (id: string) => boolean,
): Promise<KeptRecording[]> {
  const stored = await store.list();
  // Locks are queried after the list: the creator of a listed recording held its lock before.
  const locked = await heldLocks();
  const mine = stored.filter(({ record }) => userIds.includes(record.userId) && !isOpenHere(record.id));
  const free = mine.filter(({ record }) => !locked.has(recordingLock(record.id)));
  const freed = new Set<string>();
  const look = async (id: string) => (await isFree(id)) && freed.add(id);
  await Promise.all(mine.filter((one) => !free.includes(one)).map(({ record }) => look(record.id)));
  // The tab that held the lock may have written until it ended, so these recordings are read again.
  const again = freed.size > 0 ? await store.list() : [];
  return [...free, ...again.filter(({ record }) => freed.has(record.id))]
    .map((one) => ({ ...one, durationS: durationOf(one.record, one.bytes) }))
    .toSorted((a, b) => a.record.startedAtMs - b.record.startedAtMs);
}

/**
 * Gives a recording to another id of its person. One that a tab has, or whose session a tab has, stays for a later call.
 * What cannot be moved, as on a full device, is found under its former id.
 */
export const moveUnlocked = (store: PieceStore, id: string, userId: string): Promise<void> =>
  useLocked(store, id, (file) => file.update({ userId })).catch(() => {});

async function entryOf(store: PieceStore, id: string) {
  const found = (await store.list()).find(({ record }) => record.id === id);
  if (!found) throw new WorkerError('recording.not_kept');
  return found;
}

async function openStored(store: PieceStore, id: string): Promise<OverflowFile> {
  const file = await openOverflowing(store, id);
  if (!file) throw new WorkerError('recording.not_kept');
  return file;
}

/** Locks the recording first, so that its record cannot change while it is read; then its session. */
async function lockFor(store: PieceStore, id: string): Promise<Disposable> {
  const recording = await holdLock(recordingLock(id));
  if (!recording) throw new WorkerError('recording.elsewhere');
  try {
    const { sessionId } = (await entryOf(store, id)).record;
    const session = sessionId === null ? null : await holdLock(sessionLock(sessionId));
    if (sessionId !== null && !session) throw new WorkerError('recording.elsewhere');
    return {
      [Symbol.dispose]() {
        session?.[Symbol.dispose]();
        recording[Symbol.dispose]();
      },
    };
  } catch (error) {
    recording[Symbol.dispose]();
    throw error;
  }
}

async function isFree(id: string): Promise<boolean> {
  const lock = await holdLock(recordingLock(id));
  lock?.[Symbol.dispose]();
  return lock !== null;
}
