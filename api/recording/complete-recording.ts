import type { RecordingMetadata } from '#api/contract/recording.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { AudioRow } from '#api/session/session.store.ts';
import type { Acting } from '#api/db/actor.ts';
import { adoptedRefusal } from '#api/upload/adoption.store.ts';
import { createAdoptedAddition } from './add-to-adopted.ts';
import { createStoredFinder, type LockedUpload } from './find-stored.ts';
import { createRecordingInsertion } from './insert-recording.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { removeBeginnings } from './remove-beginnings.ts';

/**
 * Returns a function that makes the uploaded bytes the session's audio and queues its transcription; a repeated call
 * changes nothing. The bytes stay where they were written and one transaction changes the rows, so a crash leaves the
 * step done or not done. Other uploads of the session that are a beginning of the audio are removed. If the upload was
 * adopted, the metadata are added to its session.
 * @throws AppError in the returned function: `session.not_found`, `recording.no_audio`, `.incomplete`,
 * `.digest_mismatch`, `upload.adopted`, `upload.not_found`
 */
export function createRecordingCompletion(deps: RecordingDeps) {
  const findStored = createStoredFinder(deps);
  const insertRecording = createRecordingInsertion(deps);
  const addToAdopted = createAdoptedAddition(deps);

  return async function complete(
    owner: Acting,
    sessionId: string,
    metadata: RecordingMetadata,
    peaks: Uint8Array | null,
  ): Promise<void> {
    if (metadata.adopted !== undefined)
      return addToAdopted({ owner, sessionId, uploadId: metadata.adopted }, metadata, peaks);
    const session = orNotFound(await deps.sessions.find(owner, sessionId));
    const audio = await findAudio(deps, sessionId, metadata);
    if (audio) return removeBeginnings(deps, sessionId, { key: audio.storage_key, bytes: audio.bytes });
    let stored: LockedUpload;
    try {
      stored = await findStored(sessionId, metadata);
    } catch (error) {
      // A concurrent call was quicker, while this one waited for the upload.
      if (await findAudio(deps, sessionId, metadata)) return;
      throw error;
    }
    let isFirst: boolean;
    {
      using _ = stored;
      isFirst = await insertRecording(session, stored, { metadata, peaks, actor: owner.actor });
    }
    if (!isFirst) return complete(owner, sessionId, metadata, peaks);
    deps.queue.poke();
    await deps.recorded(sessionId);
    await removeBeginnings(deps, sessionId, stored);
  };
}

/**
 * Returns the session's audio, or null if it has none.
 * @throws AppError `upload.adopted`; `recording.digest_mismatch` if the audio is not what the client announces
 */
async function findAudio(
  { sessions, adoptions }: Pick<RecordingDeps, 'sessions' | 'adoptions'>,
  sessionId: string,
  announced: RecordingMetadata,
): Promise<AudioRow | null> {
  const audio = await sessions.audioOf(sessionId);
  if (!audio) return null;
  const adopted = await adoptions.meantBy(sessionId, announced.sha256);
  if (adopted) throw adoptedRefusal(adopted);
  // The announced values are compared with what the client sent, because the stored audio may have been converted from
  // it.
  const have = {
    bytes: audio.announced_bytes ?? audio.bytes,
    sha256: audio.announced_sha256 ?? audio.sha256,
  };
  const isSame =
    (announced.sha256 === undefined || announced.sha256 === have.sha256) &&
    (announced.bytes === undefined || announced.bytes === have.bytes);
  if (isSame) return audio;
  throw new AppError('recording.digest_mismatch', { extra: { have } });
}
