import { WorkerError } from '#workers/rpc.ts';
import { createOverflowing, openOverflowing, type OverflowFile } from '#workers/store/overflow-file.ts';
import { createMutex } from '#workers/mutex.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { createGrowingSource, type GrowingSource } from '#workers/recorder/upload/growing-source.ts';
import { holdLock, recordingLock } from './recording-lock.ts';
import { bytesFor, durationOf } from './position.rules.ts';
import { sessionLock, type KeptRecording, type RecordingRecord } from './recorder.contract.ts';

type Taken = { file: OverflowFile; source: GrowingSource; writtenAtMs: number | null };

/** The recordings that this worker holds, each under a lock, and access to those that no tab holds. */
export type RecordingStore = {
  get(id: string): Taken | undefined;
  create(record: RecordingRecord): Promise<Taken>;
  /**
   * Opens a recording, unless it is open here; closes it again if `act` rejects. Rejects with `recording.elsewhere` or
   * `recording.not_kept`.
   */
  taking<T>(id: string, act: (taken: Taken) => Promise<T>): Promise<T>;
  /** Runs `begin` while holding the session's lock, which the recording then keeps. Rejects with `recording.elsewhere`. */
  holdingSession(sessionId: string | null, begin: () => Promise<RecordingRecord>): Promise<RecordingRecord>;
  /** Locks the new session of a recording, unless another tab holds that lock. */
  keepSession(id: string, sessionId: string): Promise<void>;
  with<T>(id: string, act: (file: OverflowFile) => Promise<T>): Promise<T>;
  list(userId: string): Promise<KeptRecording[]>;
  sound(id: string, seconds: number | null): Promise<Blob>;
  remove(id: string): Promise<void>;
};

/** A recording without any sound, notes, markers or dictated text. */
const isEmpty = ({ durationS, record }: KeptRecording) =>
  durationS === 0 && record.notes === '' && record.markers.length === 0 && record.dictated.length === 0;

const stepBytes = 1_048_576;

export function createRecordingStore(store: PieceStore): RecordingStore {
  const taken = new Map<string, Taken>();
  const locks = new Map<string, Disposable[]>();
  /** Only one stored recording is opened at a time: a second call would wait for the first one's lock. */
  const exclusively = createMutex();
  const acts = new Map<string, ReturnType<typeof createMutex>>();

  const keepLock = (id: string, lock: Disposable) => {
    locks.set(id, [...(locks.get(id) ?? []), lock]);
  };
  const release = (id: string) => {
    for (const lock of locks.get(id) ?? []) lock[Symbol.dispose]();
    locks.delete(id);
  };

  async function recordOf(id: string) {
    const found = (await store.list()).find(({ record }) => record.id === id);
    if (!found) throw new WorkerError('recording.not_kept');
    return found;
  }

  /** Locks the recording first, so that its record cannot change while it is read; then its session. */
  async function lockFor(id: string): Promise<Disposable> {
    const recording = await holdLock(recordingLock(id));
    if (!recording) throw new WorkerError('recording.elsewhere');
    try {
      const { sessionId } = (await recordOf(id)).record;
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

  async function openStored(id: string): Promise<OverflowFile> {
    const file = await openOverflowing(store, id);
    if (!file) throw new WorkerError('recording.not_kept');
    return file;
  }

  async function isFree(id: string): Promise<boolean> {
    const lock = await holdLock(recordingLock(id));
    lock?.[Symbol.dispose]();
    return lock !== null;
  }

  async function take(id: string): Promise<Taken> {
    const here = taken.get(id);
    if (here) return here;
    const lock = await lockFor(id);
    try {
      const { writtenAtMs } = await recordOf(id);
      const file = await openStored(id);
      const entry: Taken = { file, source: createGrowingSource(file), writtenAtMs };
      taken.set(id, entry);
      keepLock(id, lock);
      return entry;
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  async function taking<T>(id: string, act: (taken: Taken) => Promise<T>): Promise<T> {
    const here = taken.get(id);
    if (here) return await act(here);
    const entry = await exclusively(() => take(id));
    try {
      return await act(entry);
    } catch (error) {
      entry.file[Symbol.dispose]();
      taken.delete(id);
      release(id);
      throw error;
    }
  }

  /** Queues calls on one recording: otherwise a failing call would close a file that another one uses. */
  function actsOn(id: string) {
    const known = acts.get(id) ?? createMutex();
    acts.set(id, known);
    return known;
  }

  /** Runs `act` on the open file, or opens the file just for this call. */
  async function borrow<T>(id: string, act: (file: OverflowFile) => Promise<T>): Promise<T> {
    const here = taken.get(id);
    if (here) return await act(here.file);
    using _lock = await lockFor(id);
    using file = await openStored(id);
    return await act(file);
  }

  /** Checks again under the lock, since sound may have been added. */
  async function removeEmpty(id: string): Promise<void> {
    try {
      await borrow(id, async ({ bytes }) => {
        if (bytes === 0) await store.remove(id);
      });
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
    }
  }

  return {
    get: (id) => taken.get(id),
    async create(record) {
      const lock = await holdLock(recordingLock(record.id));
      if (lock) keepLock(record.id, lock);
      const file = await createOverflowing(store, record);
      const entry: Taken = { file, source: createGrowingSource(file), writtenAtMs: null };
      taken.set(record.id, entry);
      return entry;
    },
    taking: (id, act) => actsOn(id)(() => taking(id, act)),
    async holdingSession(sessionId, begin) {
      const lock = sessionId === null ? null : await holdLock(sessionLock(sessionId));
      if (sessionId !== null && !lock) throw new WorkerError('recording.elsewhere');
      try {
        const record = await begin();
        if (lock) keepLock(record.id, lock);
        return record;
      } catch (error) {
        lock?.[Symbol.dispose]();
        throw error;
      }
    },
    async keepSession(id, sessionId) {
      const lock = await holdLock(sessionLock(sessionId));
      if (lock && taken.has(id)) keepLock(id, lock);
      else lock?.[Symbol.dispose]();
    },
    with: (id, act) => (taken.has(id) ? act(taken.get(id)!.file) : exclusively(() => borrow(id, act))),
    async list(userId) {
      const stored = await store.list();
      // Locks are queried after the list: the creator of a listed recording held its lock before.
      const { held = [] } = await navigator.locks.query();
      const locked = new Set(held.map(({ name }) => name));
      const mine = stored.filter(({ record }) => record.userId === userId && !taken.has(record.id));
      const free = mine.filter(({ record }) => !locked.has(recordingLock(record.id)));
      const freed = new Set<string>();
      const look = async (id: string) => (await isFree(id)) && freed.add(id);
      await Promise.all(mine.filter((one) => !free.includes(one)).map(({ record }) => look(record.id)));
      // Their tab may have written until it ended, so they are read again.
      const again = freed.size > 0 ? await store.list() : [];
      const kept = [...free, ...again.filter(({ record }) => freed.has(record.id))]
        .map((one) => ({ ...one, durationS: durationOf(one.record, one.bytes) }))
        .toSorted((a, b) => a.record.startedAtMs - b.record.startedAtMs);
      for (const one of kept) if (isEmpty(one)) await exclusively(() => removeEmpty(one.record.id));
      return kept.filter((one) => !isEmpty(one));
    },
    sound(id, seconds) {
      return this.with(id, async (file) => {
        const wanted = seconds === null ? Infinity : bytesFor(seconds, file.record.settings);
        const end = Math.min(file.bytes, wanted);
        const parts: Blob[] = [];
        for (let at = 0; at < end; at += stepBytes)
          parts.push(new Blob([await file.read(at, Math.min(end, at + stepBytes))]));
        return new Blob(parts, { type: 'audio/mpeg' });
      });
    },
    async remove(id) {
      const here = taken.get(id);
      if (!here) return await exclusively(() => borrow(id, () => store.remove(id)));
      here.source.finalise();
      here.file[Symbol.dispose]();
      taken.delete(id);
      await store.remove(id);
      release(id);
    },
  };
}
