import { partTitle } from '#api/shared/part-title.ts';
import type { Acting, Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import { AppError } from '#api/lib/error.ts';
import { insertSession } from '#api/session/change-status.store.ts';
import { followingDraft, newSessionRow, type AudioRow, type SessionRow } from '#api/session/session-row.ts';
import { haveSameBeginning } from '#api/storage/same-beginning.ts';
import { createAdoptionStore, type AdoptionRow } from '#api/upload/adoption.store.ts';
import { modeOf } from '#api/upload/upload.rules.ts';
import type { UploadRow } from '#api/upload/upload.store.ts';
import { audioStore } from './audio.store.ts';
import type { StoredUpload } from './find-stored.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { createUploadTaking } from './take-upload.ts';

/** An upload that was cut to whole mp3 frames. */
export type CutRecording = StoredUpload & { durationS: number };

type Deps = Pick<
  RecordingDeps,
  'db' | 'clock' | 'sessions' | 'storage' | 'queue' | 'followUps' | 'audioExaminer'
>;

/**
 * Returns a function that makes an adopted recording the audio of a session: of the one that it was sent to, or of a
 * new one if that has other audio. An upload that is the beginning of the session's audio is removed. The function
 * returns the id of the session that has the audio.
 * @throws AppError in the returned function: `upload.not_found` if the session was deleted in the meantime
 */
export function createAdoptedPlacement(deps: Deps) {
  const { db, clock, sessions, storage, followUps, audioExaminer } = deps;
  const take = createUploadTaking(deps);

  return async function place(owner: Acting, recording: CutRecording): Promise<string> {
    for (;;) {
      const session = await sessions.find(owner, recording.upload.session_id);
      if (!session) throw new AppError('upload.not_found');
      const audio = await sessions.audioOf(session.id);
      if (audio && (await isBeginningOf(audio, recording))) return forget(recording, session, audio);
      const target = audio ? followingRow(session, clock.now()) : session;
      const how = { isNew: audio !== undefined, actor: owner.actor };
      if (await takeInto(target, recording, how)) return target.id;
      // The session got other audio in the meantime, so the loop tries again.
    }
  };

  async function isBeginningOf(audio: AudioRow, { key, bytes }: CutRecording): Promise<boolean> {
    if (audio.deleted_at !== null || bytes > audio.bytes) return false;
    return haveSameBeginning(storage, [key, audio.storage_key], bytes);
  }

  /** Makes the recording the audio of a session. Returns false if the session has audio already. */
  async function takeInto(
    target: SessionRow,
    recording: CutRecording,
    { isNew, actor }: { isNew: boolean; actor: Actor },
  ): Promise<boolean> {
    const follow = await followUps.afterAudio(target, actor);
    const { upload, key, bytes, sha256, durationS: duration } = recording;
    const examined = await audioExaminer.examine(key, upload.file_type);
    return db.transaction().execute(async (trx) => {
      if (isNew) await insertSession(trx, target, actor);
      const fields = { duration, mode: modeOf(upload) };
      if (!(await take(trx, target, recording, { fields, peaksKey: null, examined, actor }))) return false;
      await remember(trx, upload, { session_id: target.id, is_audio: 1, bytes, duration, sha256 });
      await follow(trx);
      return true;
    });
  }

  /** Removes an upload whose bytes the session's audio has already. Returns the id of the session. */
  async function forget(
    { upload, key }: CutRecording,
    session: SessionRow,
    audio: AudioRow,
  ): Promise<string> {
    const { bytes, sha256 } = audio;
    await db.transaction().execute(async (trx) => {
      // If the upload is gone, the session is being deleted.
      if (!(await audioStore.removeUpload(trx, upload.id))) throw new AppError('upload.not_found');
      const { duration } = session;
      await remember(trx, upload, { session_id: session.id, is_audio: 0, bytes, duration, sha256 });
    });
    await storage.remove(key);
    return session.id;
  }

  /** Records what the upload has become, for a device that comes back. */
  function remember(
    trx: Db,
    { id, host, user_id, session_id: of_session }: UploadRow,
    became: Pick<AdoptionRow, 'session_id' | 'is_audio' | 'bytes' | 'duration' | 'sha256'>,
  ): Promise<void> {
    const row = { upload_id: id, host, user_id, of_session, created_at: clock.now(), ...became };
    return createAdoptionStore(trx).add(row);
  }
}

/** Returns the row of a new session that follows `session`, as for a recording that rolls over. */
function followingRow(session: SessionRow, nowMs: number): SessionRow {
  const { host, user_id: userId, integration_info: integrationInfo } = session;
  const draft = followingDraft(session, partTitle(session.title, 2));
  return newSessionRow({ host, userId }, draft, { nowMs, integrationInfo });
}
