import { WorkerError } from '#workers/rpc.ts';
import { holdLock } from '#workers/store/web-locks.ts';
import { createOverflowing, type OverflowFile } from '#workers/store/overflow-file.ts';
import { createMutex, createMutexes } from '#api/shared/mutex.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { createOpenRecordings, type OpenRecording } from './open-recordings.ts';
import { bytesFor } from './position.rules.ts';
import { recordingLock, sessionLock, type KeptRecording, type RecordingRecord } from './recorder.contract.ts';
import { listUnlocked, moveUnlocked, openLocked, useLocked } from './stored-recordings.ts';

/** The recordings that this worker holds, each under a lock, and access to those that no tab holds. */
export type RecordingStore = {
  get(id: string): OpenRecording | undefined;
  create(record: RecordingRecord): Promise<OpenRecording>;
  /**
   * Calls `act` with a recording, which is opened unless it is open here. If `act` rejects, a recording that was opened
   * for it is closed again. Rejects with `recording.elsewhere` or `recording.not_kept`.
   */
  taking<T>(id: string, act: (recording: OpenRecording) => Promise<T>): Promise<T>;
  /** Runs `begin` while holding the session's lock, which the recording then keeps. Rejects with `recording.elsewhere`. */
  holdingSession(sessionId: string | null, begin: () => Promise<RecordingRecord>): Promise<RecordingRecord>;
  /** Locks the new session of a recording, unless another tab holds that lock. */
  keepSession(id: string, sessionId: string): Promise<void>;
  /** Calls `act` with a recording that is open here, or opens it for this call only. */
  with<T>(id: string, act: (file: OverflowFile) => Promise<T>): Promise<T>;
  /**
   * Lists a person's recordings that no tab has open, oldest first. Removes those without any content. Those that lie
   * under a former id of the person are moved to `userId`.
   */
  list(userId: string, formerIds?: readonly string[]): Promise<KeptRecording[]>;
  /** Returns the first `seconds` of a recording as an mp3; all of it if `seconds` is null. */
  sound(id: string, seconds: number | null): Promise<Blob>;
  remove(id: string): Promise<void>;
};

export function createRecordingStore(store: PieceStore): RecordingStore {
  const open = createOpenRecordings();
  /** Only one stored recording is opened at a time: a second call would wait for the first one's lock. */
  const exclusively = createMutex();
  /** Queues calls on one recording: otherwise a failing call would close a file that another one uses. */
  const exclusivelyOn = createMutexes();

  async function openOrGet(id: string): Promise<OpenRecording> {
    const here = open.get(id);
    if (here) return here;
    const { file, writtenAtMs, lock } = await openLocked(store, id);
    open.keepLock(id, lock);
    return open.add(id, file, writtenAtMs);
  }

  async function taking<T>(id: string, act: (recording: OpenRecording) => Promise<T>): Promise<T> {
    const here = open.get(id);
    if (here) return await act(here);
    const recording = await exclusively(() => openOrGet(id));
    try {
      return await act(recording);
    } catch (error) {
      open.close(id);
      open.release(id);
      throw error;
    }
  }

  async function borrow<T>(id: string, act: (file: OverflowFile) => Promise<T>): Promise<T> {
    const here = open.get(id);
    return await (here ? act(here.file) : useLocked(store, id, act));
  }

  /** Removes a recording unless it has sound. It is looked at again under its lock, since sound may have been added. */
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
    get: (id) => open.get(id),
    async create(record) {
      const lock = await holdLock(recordingLock(record.id));
      if (lock) open.keepLock(record.id, lock);
      return open.add(record.id, await createOverflowing(store, record), null);
    },
    taking: (id, act) => exclusivelyOn(id, () => taking(id, act)),
    holdingSession: (sessionId, begin) => holdingSession(sessionId, begin, open.keepLock),
    async keepSession(id, sessionId) {
      const lock = await holdLock(sessionLock(sessionId));
      if (lock && open.has(id)) open.keepLock(id, lock);
      else lock?.[Symbol.dispose]();
    },
    with: (id, act) => (open.has(id) ? act(open.get(id)!.file) : exclusively(() => borrow(id, act))),
    async list(userId, formerIds = []) {
      const kept = await listUnlocked(store, [userId, ...formerIds], open.has);
      for (const { record } of kept.filter(isEmpty)) await exclusively(() => removeEmpty(record.id));
      const whole = kept.filter((one) => !isEmpty(one));
      for (const { record } of whole)
        if (record.userId !== userId) await exclusively(() => moveUnlocked(store, record.id, userId));
      return whole.map((one) => ({ ...one, record: { ...one.record, userId } }));
    },
    sound(id, seconds) {
      return this.with(id, (file) => readSound(file, seconds));
    },
    async remove(id) {
      const here = open.get(id);
      if (!here) return await exclusively(() => borrow(id, () => store.remove(id)));
      here.source.finalise();
      open.close(id);
      await store.remove(id);
      open.release(id);
    },
  };
}

/** Runs `begin` under the lock of a session. `keepLock` takes the lock for the recording that `begin` has begun. */
async function holdingSession(
  sessionId: string | null,
  begin: () => Promise<RecordingRecord>,
  keepLock: (id: string, lock: Disposable) => void,
): Promise<RecordingRecord> {
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
}

/** True for a recording without any sound, notes, markers or dictated text. */
const isEmpty = ({ durationS, record }: KeptRecording): boolean =>
  durationS === 0 && record.notes === '' && record.markers.length === 0 && record.dictated.length === 0;

const stepBytes = 1_048_576;

async function readSound(file: OverflowFile, seconds: number | null): Promise<Blob> {
  const wanted = seconds === null ? Infinity : bytesFor(seconds, file.record.settings);
  const end = Math.min(file.bytes, wanted);
  const steps: Blob[] = [];
  for (let at = 0; at < end; at += stepBytes)
    steps.push(new Blob([await file.read(at, Math.min(end, at + stepBytes))]));
  return new Blob(steps, { type: 'audio/mpeg' });
}
