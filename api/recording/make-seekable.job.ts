import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mp3Format } from '#api/contract/domain.ts';
import { MB } from '#api/contract/limits.ts';
import { JobFailure, type JobDefinition, type JobFacts, type RunningJob } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Log } from '#api/lib/log.ts';
import { MediaError } from '#api/media/media.ts';
import type { AudioRow, SessionStore } from '#api/session/session.store.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { isSeekable } from './audio-examiner.ts';
import { encodeSeekable, type EncodeSeekableDeps } from './encode-seekable.ts';
import { makeSeekableJobName, type SeekableStore } from './seekable.store.ts';

export type MakeSeekableDeps = Omit<EncodeSeekableDeps, 'format'> & {
  /** Returns the format of the recordings of a host. */
  formatOf(host: string): Promise<Mp3Format>;
  sessions: Pick<SessionStore, 'find' | 'audioOf'>;
  seekable: SeekableStore;
  storage: AudioStore;
  clock: Clock;
  log: Log;
};

const isDiskFull = (error: unknown): boolean =>
  (error instanceof MediaError && error.code === 'transcription.disk_full') ||
  (error instanceof AppError && error.code === 'upload.disk_full');

/**
 * Creates the job that converts a session's audio to mp3 of a constant bit rate on the same timeline, in which every
 * player can seek exactly. The original is played until the whole mp3 is stored, and is removed then. Audio that cannot
 * be read to its end stays as it is.
 */
export function createMakeSeekableJob(deps: MakeSeekableDeps): JobDefinition {
  const { sessions, seekable, storage, clock, log } = deps;

  const audioFor = async ({ owner, sessionId }: JobFacts): Promise<AudioRow | undefined> => {
    const session = sessionId === null ? undefined : await sessions.find(owner, sessionId);
    const audio = session && (await sessions.audioOf(session.id));
    return audio?.deleted_at === null ? audio : undefined;
  };

  const settle = async (audio: AudioRow, state: AudioRow['seekable']): Promise<void> => {
    await seekable.mark(audio, state);
    await seekable.wake(audio.session_id, clock.now());
  };

  const convert = async (audio: AudioRow, { id: jobId, owner, signal }: RunningJob): Promise<void> => {
    if (await isSeekable(storage, audio.storage_key)) return settle(audio, 'yes');
    const output = join(deps.tmpDir, `${jobId}.mp3`);
    try {
      const format = await deps.formatOf(owner.host);
      await encodeSeekable({ ...deps, format }, { key: audio.storage_key, output, signal });
      signal.throwIfAborted();
      await replaceBy(deps, audio, output);
      await seekable.wake(audio.session_id, clock.now());
    } finally {
      await rm(output, { force: true });
    }
  };

  const removeFormer = async ({ session_id: id, former_key: key }: AudioRow): Promise<void> => {
    if (key === null) return;
    await storage.remove(key);
    await seekable.forgetFormer(id, key);
  };

  return {
    name: makeSeekableJobName,
    lane: 'files',
    maxAttempts: 2,
    retryDelaysMs: [30_000],
    async run(job) {
      const audio = await audioFor(job);
      try {
        if (audio && audio.seekable !== 'yes' && audio.seekable !== 'no') await convert(audio, job);
      } catch (error) {
        if (error instanceof MediaError && !isDiskFull(error))
          throw new JobFailure(error.code, { cause: error });
        if (!audio || !isDiskFull(error)) throw error;
        // The original is played until there is room.
        log.warn({ session_id: job.sessionId }, 'make-seekable: the disk is full');
        return settle(audio, null);
      }
      const made = await audioFor(job);
      if (made) await removeFormer(made);
      await seekable.queueNext(clock.now(), job.id);
    },
    async onFailed(job) {
      const audio = await audioFor(job);
      if (audio && audio.seekable !== 'yes') await settle(audio, 'no');
      await seekable.queueNext(clock.now(), job.id);
    },
  };
}

/** Stores the mp3 and puts it in place of the original. If that fails, the stored mp3 is removed. */
async function replaceBy(
  { sessions, seekable, storage }: Pick<MakeSeekableDeps, 'sessions' | 'seekable' | 'storage'>,
  audio: AudioRow,
  path: string,
): Promise<void> {
  const key = audioKey(newId());
  try {
    await storage.create(key);
    const bytes = await storage.append(key, 0, createReadStream(path, { highWaterMark: MB }));
    if (!(await isSeekable(storage, key))) throw new Error('The mp3 that was made has no exact index.');
    const sha256 = await storage.sha256(key);
    await seekable.replace(audio, { key, bytes, sha256 });
  } finally {
    // The transaction may have been committed although it failed, so the object that the row names is not removed.
    const played = await sessions.audioOf(audio.session_id);
    if (played?.storage_key !== key) await storage.remove(key);
  }
}
