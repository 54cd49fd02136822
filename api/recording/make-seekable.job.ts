import { createReadStream } from 'node:fs';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mp3Format } from '#api/contract/domain.ts';
import { limits, MB } from '#api/contract/limits.ts';
import { JobFailure, type JobDefinition, type JobFacts } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Log } from '#api/lib/log.ts';
import { isCutShort } from '#api/media/ffmpeg-log.rules.ts';
import { encodeMp3, MediaError } from '#api/media/media.ts';
import type { AudioRow, SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { readMp3Length } from '#wasm/mp3/info-tag.ts';
import { isSeekable, makeSeekableJobName, type SeekableStore } from './seekable.store.ts';

export type MakeSeekableDeps = {
  sessions: Pick<SessionStore, 'find' | 'audioOf'>;
  seekable: SeekableStore;
  storage: AudioStore;
  /** Folder for temporary files; the server empties it when it starts. */
  tmpDir: string;
  format: Mp3Format;
  clock: Clock;
  log: Log;
  encode?: typeof encodeMp3;
};

const maxS = limits.maxAudioS + limits.maxAudioGraceS;
const tagBytes = 1_441;
/** Disk space that the job leaves free for recordings. */
const reservedBytes = 200 * MB;

const isDiskFull = (error: unknown): boolean =>
  (error instanceof MediaError && error.code === 'transcription.disk_full') ||
  (error instanceof AppError && error.code === 'upload.disk_full');

/**
 * Converts a session's audio to mp3 of a constant bit rate on the same timeline, in which every player can seek exactly. The
 * original is played until the whole mp3 is stored, and is removed then. Audio that cannot be read to its end stays as it is.
 */
export function createMakeSeekableJob(deps: MakeSeekableDeps): JobDefinition {
  const { sessions, seekable, storage, tmpDir, format, clock, log, encode = encodeMp3 } = deps;

  const audioFor = async ({ owner, sessionId }: JobFacts): Promise<AudioRow | undefined> => {
    const session = sessionId === null ? undefined : await sessions.find(owner, sessionId);
    const audio = session && (await sessions.audioOf(session.id));
    return audio?.deleted_at === null ? audio : undefined;
  };

  const settle = async (audio: AudioRow, state: AudioRow['seekable']): Promise<void> => {
    await seekable.mark(audio, state);
    await seekable.wake(audio.session_id, clock.now());
  };

  const removeFormer = async ({ session_id: id, former_key: key }: AudioRow): Promise<void> => {
    if (key === null) return;
    await storage.remove(key);
    await seekable.forgetFormer(id, key);
  };

  /** @throws MediaError, JobFailure */
  const make = async (audio: AudioRow, output: string, signal: AbortSignal): Promise<void> => {
    await mkdir(tmpDir, { recursive: true });
    const bytesAtMost = (maxS * format.bitrate * 1000) / 8;
    const { bavail, bsize } = await statfs(tmpDir);
    if (bavail * bsize < 2 * bytesAtMost + reservedBytes) throw new MediaError('transcription.disk_full');
    const input = await storage.localPath(audio.storage_key);
    const { statedS, isClean } = await encode({ input, output, format, maxS: maxS + 2, signal });
    const lengthS = await lengthOf(output);
    if (!isClean || isCutShort(lengthS, statedS) || lengthS > maxS + 1)
      throw new JobFailure('transcription.audio_unreadable');
  };

  /** Stores the mp3 and puts it in place of the original. If that fails, the stored mp3 is removed. */
  const takeOver = async (audio: AudioRow, path: string): Promise<void> => {
    const key = `audio/${newId()}`;
    try {
      await storage.create(key);
      const bytes = await storage.append(key, 0, createReadStream(path, { highWaterMark: MB }));
      if (!(await isSeekable(storage, key))) throw new Error('what was made cannot be searched');
      const sha256 = await storage.sha256(key);
      await seekable.replace(audio, { key, bytes, sha256 });
    } finally {
      // The transaction may have been committed although it failed: the object that the row names is not removed.
      const played = await sessions.audioOf(audio.session_id);
      if (played?.storage_key !== key) await storage.remove(key);
    }
    await seekable.wake(audio.session_id, clock.now());
  };

  const makeOf = async (audio: AudioRow, jobId: string, signal: AbortSignal): Promise<void> => {
    if (await isSeekable(storage, audio.storage_key)) return settle(audio, 'yes');
    const path = join(tmpDir, `${jobId}.mp3`);
    try {
      await make(audio, path, signal);
      signal.throwIfAborted();
      await takeOver(audio, path);
    } finally {
      await rm(path, { force: true });
    }
  };

  return {
    name: makeSeekableJobName,
    lane: 'files',
    maxAttempts: 2,
    retryDelaysMs: [30_000],
    async run(job) {
      const audio = await audioFor(job);
      try {
        if (audio && audio.seekable !== 'yes' && audio.seekable !== 'no')
          await makeOf(audio, job.id, job.signal);
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

/** Returns the duration of an mp3 by its tag, s. */
async function lengthOf(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(tagBytes), 0, tagBytes, 0);
    const length = readMp3Length(buffer.subarray(0, bytesRead));
    return length ? length.samples / length.sampleRate : 0;
  } finally {
    await file.close();
  }
}
