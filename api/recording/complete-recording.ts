import type { RecordingMetadata } from '#api/contract/recording.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner, SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { transcribeJobName } from '#api/transcript/transcribe.job.ts';
import { uploadKey, type UploadRow, type UploadStore } from '#api/upload/upload.store.ts';
import { storePeaks } from './audio-peaks.ts';

export type RecordingDeps = {
  db: Db;
  clock: Clock;
  sessions: SessionStore;
  uploads: UploadStore;
  storage: AudioStore;
  queue: Queue;
};

type Stored = { upload: UploadRow; key: string; bytes: number; sha256: string };

/**
 * Makes the uploaded bytes the session's audio and queues its transcription; the same again changes nothing. The bytes stay
 * where they were written: one transaction of rows makes the step, so a crash leaves it done or not done.
 * @throws AppError in the function it answers: `session.not_found`, `recording.no_audio`, `.incomplete`, `.digest_mismatch`
 */
export function createRecordingCompletion({ db, clock, sessions, uploads, storage, queue }: RecordingDeps) {
  const complete = async (
    owner: Owner,
    sessionId: string,
    metadata: RecordingMetadata,
    peaks: Uint8Array | null,
  ): Promise<void> => {
    const session = await sessions.find(owner, sessionId);
    if (!session) throw new AppError('session.not_found');
    const audio = await sessions.audioOf(sessionId);
    if (audio) {
      const isSame = metadata.sha256 === undefined || metadata.sha256 === audio.sha256;
      if (isSame) return;
      throw new AppError('recording.digest_mismatch', {
        extra: { have: { bytes: audio.bytes, sha256: audio.sha256 } },
      });
    }
    const { upload, key, bytes, sha256 } = await findStored(sessionId, metadata.sha256);
    const peaksKey = peaks && (await storePeaks(storage, peaks));
    const speech = metadata.speech && JSON.stringify(metadata.speech);
    const isFirst = await db.transaction().execute(async (trx) => {
      const { numInsertedOrUpdatedRows: inserted } = await trx
        .insertInto('audio')
        .values({
          session_id: sessionId,
          storage_key: key,
          file_name: upload.file_name,
          file_type: upload.file_type,
          bytes,
          sha256,
          peaks_key: peaksKey,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (!inserted) return false;
      await trx.deleteFrom('upload').where('id', '=', upload.id).execute();
      await trx
        .updateTable('session')
        .set((eb) => ({
          status: 'pending',
          reason: null,
          notice: null,
          duration: metadata.duration,
          mode: metadata.mode,
          started_at: metadata.started_at === undefined ? null : Date.parse(metadata.started_at),
          speech: speech ?? null,
          verdict: metadata.verdict ? JSON.stringify(metadata.verdict) : null,
          markers: JSON.stringify(metadata.markers),
          timemap: metadata.timemap ? JSON.stringify(metadata.timemap) : null,
          rev: eb('rev', '+', 1),
        }))
        .where('id', '=', sessionId)
        .execute();
      await queue.add({ name: transcribeJobName, owner, sessionId }, trx);
      return true;
    });
    if (isFirst) return queue.poke();
    // the same call was quicker: it has stored what there is to compare with
    if (peaksKey) await storage.remove(peaksKey);
    return complete(owner, sessionId, metadata, peaks);
  };

  /** The upload that holds the recording: with the digest asked for, else the newest that is complete. */
  const findStored = async (sessionId: string, wanted: string | undefined): Promise<Stored> => {
    const candidates = await uploads.ofSession(sessionId);
    let have: { bytes: number; sha256: string | null } | undefined;
    for (const upload of candidates) {
      const key = uploadKey(upload.id);
      const bytes = Math.min(upload.offset, (await storage.size(key)) ?? 0);
      const isWhole = upload.length === null ? wanted !== undefined : bytes === upload.length;
      if (!isWhole || bytes === 0) {
        have ??= { bytes, sha256: null };
        continue;
      }
      const sha256 = await storage.sha256(key);
      if (wanted === undefined || wanted === sha256) return { upload, key, bytes, sha256 };
      if (!have?.sha256) have = { bytes, sha256 };
    }
    if (!have) throw new AppError('recording.no_audio');
    const code = have.sha256 === null ? 'recording.incomplete' : 'recording.digest_mismatch';
    throw new AppError(code, { extra: { have } });
  };

  return complete;
}
