import type { RecordingMetadata } from '#api/contract/recording.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createSessionStore, type SessionFields } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import { takeDraft } from '#api/transcript/draft.store.ts';
import type { AdoptionRow } from '#api/upload/adoption.store.ts';
import { storePeaks } from './audio-peaks.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { cutMetadata, cutPeaks } from './cut-metadata.rules.ts';

/** The adopted upload and its session, as the device names them. */
type Named = { owner: Owner; sessionId: string; uploadId: string };

/**
 * Returns a function that adds the device's metadata to a recording that was completed without it. The metadata are cut
 * to the length of the audio. Only missing fields are filled, and a draft that came with a recording is not replaced, so that
 * a repetition changes nothing.
 * @throws AppError in the returned function: `session.not_found`, `upload.not_found`
 */
export function createAdoptedAddition({ db, clock, sessions, adoptions, storage }: RecordingDeps) {
  return async (named: Named, metadata: RecordingMetadata, peaks: Uint8Array | null): Promise<void> => {
    const adoption = await find(named, metadata.sha256);
    await db.transaction().execute(async (trx) => {
      const store = createSessionStore(trx, clock);
      const session = orNotFound(await store.find(named.owner, adoption.session_id));
      const cut = cutMetadata(metadata, adoption.duration);
      const fields: SessionFields = {};
      if (session.markers === '[]' && cut.markers.length > 0) fields.markers = JSON.stringify(cut.markers);
      for (const name of ['speech', 'verdict', 'timemap'] as const)
        if (session[name] === null && cut[name] !== undefined) fields[name] = JSON.stringify(cut[name]);
      if (session.started_at === null && metadata.started_at !== undefined)
        fields.started_at = Date.parse(metadata.started_at);
      const hasDraft = cut.draft !== undefined && (await takeDraft(trx, session, cut.draft, clock.now()));
      if (hasDraft || Object.keys(fields).length > 0) await store.update(session.id, fields);
    });
    if (peaks) await addPeaks(adoption, cutPeaks(peaks, adoption.duration));
  };

  /**
   * Finds the adoption by its upload and by one of its two sessions: the one that it was sent to, or the one that has the
   * audio.
   */
  async function find({ owner, sessionId, uploadId }: Named, sha256?: string): Promise<AdoptionRow> {
    const row = await adoptions.find(owner, uploadId);
    if (row && (row.session_id === sessionId || row.of_session === sessionId)) return row;
    orNotFound(await sessions.find(owner, sessionId));
    // A device that started again names its last upload, while an earlier one with the same bytes was adopted.
    const meant = sha256 === undefined ? undefined : await adoptions.meantBy(sessionId, sha256);
    if (meant?.sha256 === sha256 && meant?.user_id === owner.userId) return meant;
    throw new AppError('upload.not_found');
  }

  /** Adds peaks to audio that has none. */
  async function addPeaks({ session_id: id }: AdoptionRow, peaks: Uint8Array): Promise<void> {
    const audio = await sessions.audioOf(id);
    if (!audio || audio.peaks_key !== null || audio.deleted_at !== null) return;
    const key = await storePeaks(storage, peaks);
    if (!(await sessions.setPeaks(id, key, peaksToThumbnail(peaks)))) await storage.remove(key);
  }
}
