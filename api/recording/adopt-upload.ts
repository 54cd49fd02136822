import { limits } from '#api/contract/limits.ts';
import { AppError } from '#api/lib/error.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Owner } from '#api/db/owner.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { findUpload } from '#api/upload/find-upload.ts';
import type { UploadRow } from '#api/upload/upload.store.ts';
import { createAdoptedPlacement, type CutRecording } from './place-adopted.ts';
import { readWholeFrames } from './read-mp3.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { removeBeginnings } from './remove-beginnings.ts';

/**
 * Returns a function that completes a recording whose device is gone. It cuts the recording to whole frames, makes it
 * the audio of its session and queues the transcription. If the session has other audio, a new session is made for the
 * recording; if the session's audio begins with the same bytes, the upload is removed. The function returns the id of
 * the session, also in a repeated call.
 * @throws AppError in the returned function: `upload.not_found`, `upload.active`, `upload.offset_conflict`,
 * `recording.incomplete` if the upload is no mp3 recording
 */
export function createUploadAdoption(deps: RecordingDeps) {
  const { clock, uploadLocks, adoptions, storage, queue, recorded } = deps;
  const place = createAdoptedPlacement(deps);

  return async function adopt(owner: Acting, id: string, { force }: { force: boolean }): Promise<string> {
    const before = await sessionOf(owner, id);
    if (before !== undefined) return before;
    const isSent = uploadLocks.isWriting(id);
    const found = await findUpload(deps, owner, id);
    if (!force) refuseActive(found, { isSent, nowMs: clock.now() });
    let recording: CutRecording;
    let sessionId: string;
    {
      using _ = await uploadLocks.hold(id);
      // The upload is read again under the lock, because it may have changed before.
      const meanwhile = await sessionOf(owner, id);
      if (meanwhile !== undefined) return meanwhile;
      const upload = await findUpload(deps, owner, id);
      if (!force) refuseActive(upload, { isSent: false, nowMs: clock.now() });
      recording = await cutToFrames(storage, upload);
      sessionId = await place(owner, recording);
    }
    queue.poke();
    await recorded(sessionId, { isAdopted: true });
    await removeBeginnings(deps, recording.upload.session_id, recording);
    return sessionId;
  };

  /**
   * Returns the session that the upload has become, whether it was adopted or completed by its device; undefined if it
   * was neither.
   */
  async function sessionOf(owner: Owner, id: string): Promise<string | undefined> {
    const adopted = await adoptions.find(owner, id);
    return adopted ? adopted.session_id : adoptions.completedAs(owner, id);
  }
}

/**
 * Refuses an upload that is still active. @throws AppError `upload.active` if a device is sending the upload, or sent a
 * part of it a short time ago
 */
function refuseActive(
  { touched_at: touchedAt }: UploadRow,
  { isSent, nowMs }: { isSent: boolean; nowMs: number },
): void {
  const leftMs = limits.uploadActiveMs - (isSent ? 0 : nowMs - touchedAt);
  if (leftMs <= 0) return;
  // Even if the clock was set back, the wait is no longer than the limit.
  const retryAfterS = Math.ceil(Math.min(leftMs, limits.uploadActiveMs) / 1000);
  throw new AppError('upload.active', { extra: { retry_after_s: retryAfterS } });
}

/**
 * Cuts the upload after its last whole frame. The bytes are cut before rows change, so that the upload can be continued
 * after a crash.
 * @throws AppError `recording.incomplete` if the upload is no mp3 recording
 */
async function cutToFrames(storage: AudioStore, upload: UploadRow): Promise<CutRecording> {
  const key = audioKey(upload.id);
  const whole = upload.deferred === 1 ? await readWholeFrames(storage, key, upload.offset) : null;
  if (!whole) {
    const have = { bytes: upload.offset, sha256: null };
    throw new AppError('recording.incomplete', { extra: { have } });
  }
  await storage.truncate(key, whole.bytes);
  const sha256 = await storage.sha256(key);
  return { upload, key, sha256, ...whole };
}
