import { limits } from '#api/contract/limits.ts';
import { partTitle } from '#api/shared/part-title.ts';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import { AppError } from '#api/lib/error.ts';
import { newSessionRow, type AudioRow, type SessionRow } from '#api/session/session-row.ts';
import type { Owner } from '#api/db/owner.ts';
import { haveSameBeginning } from '#api/storage/same-beginning.ts';
import { createAdoptionStore, type AdoptionRow } from '#api/upload/adoption.store.ts';
import { findUpload } from '#api/upload/find-upload.ts';
import { modeOf } from '#api/upload/upload.rules.ts';
import { uploadKey, type UploadRow } from '#api/upload/upload.store.ts';
import { audioStore } from './audio.store.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { readWholeFrames } from './read-mp3.ts';
import { removeBeginnings } from './remove-beginnings.ts';
import { createUploadTaking, type Taken } from './take-upload.ts';

type Sound = Taken & { durationS: number };

/**
 * Completes a recording whose device is gone: cuts it to whole frames, makes it the audio of its session and queues the
 * transcription. If the session has other audio, a new session is made for it; if the session's audio begins with the same
 * bytes, the upload is removed. Returns the id of the session; a repeated call returns the same.
 * @throws AppError in the returned function: `upload.not_found`, `upload.active`, `upload.offset_conflict`,
 *   `recording.incomplete` if the upload is no mp3 recording
 */
export function createUploadAdoption(deps: RecordingDeps) {
  const { db, clock, sessions, uploadLocks, adoptions, storage, queue, followUps, audioLooker } = deps;
  const take = createUploadTaking(deps);

  return async function adopt(owner: Owner, id: string, { force }: { force: boolean }): Promise<string> {
    const before = await answered(owner, id);
    if (before !== undefined) return before;
    const isSent = uploadLocks.isWriting(id);
    refuseActive(await findUpload(deps, owner, id), { force, isSent });
    let taken: { sound: Sound; sessionId: string };
    {
      using _ = await uploadLocks.hold(id);
      // Read again under the lock, because it may have changed before.
      const meanwhile = await answered(owner, id);
      if (meanwhile !== undefined) return meanwhile;
      const upload = await findUpload(deps, owner, id);
      refuseActive(upload, { force, isSent: false });
      const sound = await cut(upload);
      taken = { sound, sessionId: await place(owner, sound) };
    }
    queue.poke();
    const { sound, sessionId } = taken;
    // An upload that cannot be removed now expires, or is removed when somebody adopts it.
    await removeBeginnings(deps, sound.upload.session_id, sound).catch(() => {});
    return sessionId;
  };

  /** Returns the session that the upload has become, whether it was adopted or completed by its device. */
  async function answered(owner: Owner, id: string): Promise<string | undefined> {
    const adopted = await adoptions.find(owner, id);
    return adopted ? adopted.session_id : adoptions.completedAs(owner, id);
  }

  function refuseActive({ touched_at: touchedAt }: UploadRow, is: { force: boolean; isSent: boolean }): void {
    const leftMs = limits.uploadActiveMs - (is.isSent ? 0 : clock.now() - touchedAt);
    if (is.force || leftMs <= 0) return;
    // Even if the clock was set back, the wait is no longer than the limit.
    const retryAfterS = Math.ceil(Math.min(leftMs, limits.uploadActiveMs) / 1000);
    throw new AppError('upload.active', { extra: { retry_after_s: retryAfterS } });
  }

  /** Cuts the upload after its last whole frame. Bytes are cut before rows change: after a crash the upload can be continued. */
  async function cut(upload: UploadRow): Promise<Sound> {
    const key = uploadKey(upload.id);
    const whole = upload.deferred === 1 ? await readWholeFrames(storage, key, upload.offset) : null;
    if (!whole) {
      const have = { bytes: upload.offset, sha256: null };
      throw new AppError('recording.incomplete', { extra: { have } });
    }
    await storage.truncate(key, whole.bytes);
    const sha256 = await storage.sha256(key);
    return { upload, key, sha256, ...whole };
  }

  async function place(owner: Owner, sound: Sound): Promise<string> {
    for (;;) {
      const session = await sessions.find(owner, sound.upload.session_id);
      if (!session) throw new AppError('upload.not_found');
      const audio = await sessions.audioOf(session.id);
      if (audio && (await isBeginningOf(audio, sound))) return forget(sound, session, audio);
      const target = audio ? following(session, clock.now()) : session;
      if (await takeInto(target, sound, audio !== undefined)) return target.id;
      // The session got other audio in the meantime: try again.
    }
  }

  async function isBeginningOf(audio: AudioRow, { key, bytes }: Sound): Promise<boolean> {
    if (audio.deleted_at !== null || bytes > audio.bytes) return false;
    return haveSameBeginning(storage, [key, audio.storage_key], bytes);
  }

  async function takeInto(target: SessionRow, sound: Sound, isNew: boolean): Promise<boolean> {
    const follow = await followUps.afterAudio(target);
    const { upload, key, bytes, sha256, durationS: duration } = sound;
    const looked = await audioLooker.lookInto(key, upload.file_type);
    return db.transaction().execute(async (trx) => {
      if (isNew) await audioStore.insertSession(trx, target);
      const fields = { duration, mode: modeOf(upload) };
      if (!(await take(trx, target, sound, { fields, peaksKey: null, looked }))) return false;
      await remember(trx, upload, { session_id: target.id, is_audio: 1, bytes, duration, sha256 });
      await follow(trx);
      return true;
    });
  }

  /** Removes an upload whose bytes the session's audio has already. Returns the id of the session. */
  async function forget({ upload, key }: Sound, session: SessionRow, audio: AudioRow): Promise<string> {
    const { bytes, sha256 } = audio;
    await db.transaction().execute(async (trx) => {
      // The session is being deleted.
      if (!(await audioStore.removeUpload(trx, upload.id))) throw new AppError('upload.not_found');
      const { duration } = session;
      await remember(trx, upload, { session_id: session.id, is_audio: 0, bytes, duration, sha256 });
    });
    await storage.remove(key);
    return session.id;
  }

  function remember(
    trx: Db,
    { id, host, user_id, session_id: of_session }: UploadRow,
    is: Pick<AdoptionRow, 'session_id' | 'is_audio' | 'bytes' | 'duration' | 'sha256'>,
  ): Promise<void> {
    const row = { upload_id: id, host, user_id, of_session, created_at: clock.now(), ...is };
    return createAdoptionStore(trx).add(row);
  }
}

/** Returns the row of a new session that follows one, as for a recording that rolls over. */
function following(session: SessionRow, nowMs: number): SessionRow {
  const { host, user_id: userId, title, language, participants, fhir_patient_id, settings } = session;
  const draft = {
    title: partTitle(title, 2),
    participants,
    fhir_patient_id,
    language: language as SessionLanguage,
    settings: JSON.parse(settings) as Record<string, unknown>,
  };
  return newSessionRow({ host, userId }, draft, { nowMs, integrationInfo: session.integration_info });
}
