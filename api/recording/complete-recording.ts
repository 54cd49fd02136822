import type { RecordingMetadata } from '#api/contract/recording.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { FollowUps } from '#api/processing/follow-ups.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import type { Owner, SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { insertDraft } from '#api/transcript/transcript.store.ts';
import { transcribeJobName } from '#api/transcript/transcribe.job.ts';
import type { UploadLocks } from '#api/upload/upload-locks.ts';
import { uploadKey, type UploadStore } from '#api/upload/upload.store.ts';
import { storePeaks } from './audio-peaks.ts';
import { createStoredFinder, type Stored } from './find-stored.ts';

export type RecordingDeps = {
  db: Db;
  clock: Clock;
  sessions: SessionStore;
  uploads: UploadStore;
  uploadLocks: UploadLocks;
  storage: AudioStore;
  queue: Queue;
  followUps: Pick<FollowUps, 'afterAudio'>;
};

/**
 * Makes the uploaded bytes the session's audio and queues its transcription; the same again changes nothing. The bytes stay
 * where they were written: one transaction of rows makes the step, so a crash leaves it done or not done. Other uploads of
 * the session are of no use from then on, and go.
 * @throws AppError in the function it answers: `session.not_found`, `recording.no_audio`, `.incomplete`, `.digest_mismatch`
 */
export function createRecordingCompletion(deps: RecordingDeps) {
  const { db, clock, sessions, uploads, uploadLocks, storage, queue, followUps } = deps;
  const findStored = createStoredFinder(deps);

  return async function complete(
    owner: Owner,
    sessionId: string,
    metadata: RecordingMetadata,
    peaks: Uint8Array | null,
  ): Promise<void> {
    const session = await sessions.find(owner, sessionId);
    if (!session) throw new AppError('session.not_found');
    if (await isComplete(sessionId, metadata)) return;
    let found: Stored;
    try {
      found = await findStored(sessionId, metadata);
    } catch (error) {
      // the same call was quicker, while this one waited for the upload
      if (await isComplete(sessionId, metadata)) return;
      throw error;
    }
    let isFirst: boolean;
    {
      using stored = found;
      const peaksKey = peaks && (await storePeaks(storage, peaks));
      try {
        isFirst = await insertAudio(session, metadata, stored, { peaksKey, peaks });
      } catch (error) {
        if (peaksKey) await storage.remove(peaksKey);
        throw error;
      }
      if (!isFirst && peaksKey) await storage.remove(peaksKey);
    }
    if (!isFirst) return complete(owner, sessionId, metadata, peaks);
    queue.poke();
    // what cannot be removed now expires
    await removeOthers(sessionId).catch(() => {});
  };

  /** @throws AppError `recording.digest_mismatch` where other audio is there than what is announced */
  async function isComplete(sessionId: string, { sha256 }: RecordingMetadata): Promise<boolean> {
    const audio = await sessions.audioOf(sessionId);
    if (!audio) return false;
    if (sha256 === undefined || sha256 === audio.sha256) return true;
    throw new AppError('recording.digest_mismatch', {
      extra: { have: { bytes: audio.bytes, sha256: audio.sha256 } },
    });
  }

  /** The whole step; false when another call has made it. */
  async function insertAudio(
    session: SessionRow,
    metadata: RecordingMetadata,
    { upload, key, bytes, sha256 }: Stored,
    { peaksKey, peaks }: { peaksKey: string | null; peaks: Uint8Array | null },
  ): Promise<boolean> {
    const { id, host, user_id: userId, language } = session;
    const follow = await followUps.afterAudio(session);
    return db.transaction().execute(async (trx) => {
      const { numUpdatedRows: updated } = await trx
        .updateTable('session')
        .set((eb) => ({
          ...recordingColumns(metadata),
          thumbnail: peaks && peaksToThumbnail(peaks),
          rev: eb('rev', '+', 1),
        }))
        .where('id', '=', id)
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('audio').select('session_id').where('session_id', '=', id))),
        )
        .executeTakeFirst();
      if (updated === 0n) {
        const isThere = await trx.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst();
        // deleted meanwhile
        if (!isThere) throw new AppError('session.not_found');
        return false;
      }
      await trx
        .insertInto('audio')
        .values({
          session_id: id,
          storage_key: key,
          file_name: upload.file_name,
          file_type: upload.file_type,
          bytes,
          sha256,
          peaks_key: peaksKey,
          created_at: clock.now(),
        })
        .execute();
      await trx.deleteFrom('upload').where('id', '=', upload.id).execute();
      if (metadata.draft) await insertDraft(trx, { id, language }, metadata.draft, clock.now());
      await follow(trx);
      await queue.add({ name: transcribeJobName, owner: { host, userId }, sessionId: id }, trx);
      return true;
    });
  }

  /** Tries that were given up: of a tab that was closed, of a device that began anew. */
  async function removeOthers(sessionId: string): Promise<void> {
    for (const { id } of await uploads.ofSession(sessionId)) {
      using _ = await uploadLocks.hold(id);
      await uploads.remove(id);
      await storage.remove(uploadKey(id));
    }
  }
}

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** What the session knows from its recording. */
const recordingColumns = (metadata: RecordingMetadata) => ({
  status: 'pending',
  reason: null,
  notice: null,
  duration: metadata.duration,
  mode: metadata.mode,
  started_at: metadata.started_at === undefined ? null : Date.parse(metadata.started_at),
  speech: toJson(metadata.speech),
  verdict: toJson(metadata.verdict),
  markers: JSON.stringify(metadata.markers.toSorted((a, b) => a.at - b.at)),
  timemap: toJson(metadata.timemap),
});
