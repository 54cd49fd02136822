import type { RecordingMetadata } from '#api/contract/recording.ts';
import { AppError } from '#api/lib/error.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import type { AudioRow, SessionRow } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { insertDraft } from '#api/transcript/transcript.store.ts';
import { adoptedRefusal } from '#api/upload/adoption.store.ts';
import { createAdoptedAddition } from './add-to-adopted.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { storePeaks } from './audio-peaks.ts';
import { createStoredFinder, type Stored } from './find-stored.ts';
import { removeBeginnings } from './remove-beginnings.ts';
import { createUploadTaking } from './take-upload.ts';

/**
 * Makes the uploaded bytes the session's audio and queues its transcription; a repeated call changes nothing. The bytes stay
 * where they were written and one transaction changes the rows, so a crash leaves the step done or not done. Other uploads
 * of the session that are a beginning of the audio are removed. If the upload was adopted, the metadata is added to its
 * session.
 * @throws AppError in the returned function: `session.not_found`, `recording.no_audio`, `.incomplete`, `.digest_mismatch`,
 *   `upload.adopted`, `upload.not_found`
 */
export function createRecordingCompletion(deps: RecordingDeps) {
  const { db, clock, sessions, adoptions, storage, queue, followUps, audioLooker } = deps;
  const findStored = createStoredFinder(deps);
  const take = createUploadTaking(deps);
  const addToAdopted = createAdoptedAddition(deps);

  return async function complete(
    owner: Owner,
    sessionId: string,
    metadata: RecordingMetadata,
    peaks: Uint8Array | null,
  ): Promise<void> {
    if (metadata.adopted !== undefined)
      return addToAdopted({ owner, sessionId, uploadId: metadata.adopted }, metadata, peaks);
    const session = await sessions.find(owner, sessionId);
    if (!session) throw new AppError('session.not_found');
    const there = await audioThere(sessionId, metadata);
    if (there) return tidy(there);
    let found: Stored;
    try {
      found = await findStored(sessionId, metadata);
    } catch (error) {
      // A concurrent call was quicker, while this one waited for the upload.
      if (await audioThere(sessionId, metadata)) return;
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
    await tidy({ session_id: sessionId, storage_key: found.key, bytes: found.bytes });
  };

  /**
   * Returns the session's audio, or null if it has none.
   * @throws AppError `upload.adopted`; `recording.digest_mismatch` if the audio is not what the client announces
   */
  async function audioThere(sessionId: string, announced: RecordingMetadata): Promise<AudioRow | null> {
    const audio = await sessions.audioOf(sessionId);
    if (!audio) return null;
    const adopted = await adoptions.meantBy(sessionId, announced.sha256);
    if (adopted) throw adoptedRefusal(adopted);
    // Compared with what the client sent, because the stored audio may have been converted from it.
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

  /** Removes uploads that the audio makes superfluous. What cannot be removed now is tried again by the next call, or expires. */
  async function tidy(audio: Pick<AudioRow, 'session_id' | 'storage_key' | 'bytes'>): Promise<void> {
    const taken = { key: audio.storage_key, bytes: audio.bytes };
    await removeBeginnings(deps, audio.session_id, taken).catch(() => {});
  }

  /** Inserts all rows; false if another call has done so. */
  async function insertAudio(
    session: SessionRow,
    metadata: RecordingMetadata,
    stored: Stored,
    { peaksKey, peaks }: { peaksKey: string | null; peaks: Uint8Array | null },
  ): Promise<boolean> {
    const follow = await followUps.afterAudio(session);
    const fields = { ...recordingFields(metadata), thumbnail: peaks && peaksToThumbnail(peaks) };
    const looked = await audioLooker.lookInto(stored.key, stored.upload.file_type);
    return db.transaction().execute(async (trx) => {
      if (!(await take(trx, session, stored, { fields, peaksKey, looked }))) return false;
      if (metadata.draft) await insertDraft(trx, session, metadata.draft, clock.now());
      await follow(trx);
      return true;
    });
  }
}

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Columns of the session that come from its recording. */
const recordingFields = (metadata: RecordingMetadata) => ({
  duration: metadata.duration,
  mode: metadata.mode,
  started_at: metadata.started_at === undefined ? null : Date.parse(metadata.started_at),
  speech: toJson(metadata.speech),
  verdict: toJson(metadata.verdict),
  markers: JSON.stringify(metadata.markers.toSorted((a, b) => a.at - b.at)),
  timemap: toJson(metadata.timemap),
});
