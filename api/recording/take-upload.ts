import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { SessionFields, SessionRow } from '#api/session/session.store.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { audioStore } from './audio.store.ts';
import type { AudioExaminer, Examined } from './audio-examiner.ts';
import type { StoredUpload } from './find-stored.ts';

/** What is known of the audio, and who completes the recording. */
type Taking = { fields: SessionFields; peaksKey: string | null; examined: Examined; actor: Actor };

/**
 * Returns a function that makes an upload the audio of a session and queues its transcription, in the caller's
 * transaction, so that a crash leaves it done or not done. The stored object is not moved. The caller holds the lock of
 * the upload. The function returns false if the session has audio already.
 * @throws AppError in the returned function: `session.not_found` if the session was deleted in the meantime
 */
export const createUploadTaking =
  ({ clock, queue, audioExaminer }: { clock: Clock; queue: Queue; audioExaminer: AudioExaminer }) =>
  async (
    trx: Db,
    session: Pick<SessionRow, 'id' | 'host' | 'user_id'>,
    { upload, key, bytes, sha256 }: StoredUpload,
    { fields, peaksKey, examined, actor }: Taking,
  ): Promise<boolean> => {
    const { id, host, user_id: userId } = session;
    const claimed = await audioStore.claimSession(trx, id, fields, { actor, nowMs: clock.now() });
    if (claimed === 'gone') throw new AppError('session.not_found');
    if (claimed === 'has_audio') return false;
    // No row was removed: another request is deleting the session, and has already deleted the uploaded file.
    if (!(await audioStore.removeUpload(trx, upload.id))) throw new AppError('session.not_found');
    await audioStore.insert(trx, {
      session_id: id,
      storage_key: key,
      file_name: upload.file_name,
      ...examined,
      bytes,
      sha256,
      peaks_key: peaksKey,
      created_at: clock.now(),
    });
    const owner = { host, userId, actor };
    if (examined.seekable === 'due') await audioExaminer.queue(trx, { owner, sessionId: id }, clock.now());
    await queue.add({ name: transcribeJobName, owner, sessionId: id }, trx);
    return true;
  };
