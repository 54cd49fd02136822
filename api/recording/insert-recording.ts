import type { RecordingMetadata } from '#api/contract/recording.ts';
import type { Actor } from '#api/db/actor.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import type { SessionFields, SessionRow } from '#api/session/session.store.ts';
import { takeDraft } from '#api/transcript/draft.store.ts';
import { storePeaks } from './audio-peaks.ts';
import type { StoredUpload } from './find-stored.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { createUploadTaking } from './take-upload.ts';

type Deps = Pick<RecordingDeps, 'db' | 'clock' | 'storage' | 'queue' | 'followUps' | 'audioExaminer'>;

/**
 * Returns a function that makes a stored upload the audio of its session, with everything that the device knows of the
 * recording, in one transaction. The peaks are stored before, and removed again if the transaction fails. The function
 * returns false if the session has audio already.
 */
export function createRecordingInsertion(deps: Deps) {
  const { db, clock, storage, followUps, audioExaminer } = deps;
  const take = createUploadTaking(deps);

  return async (
    session: SessionRow,
    stored: StoredUpload,
    { metadata, peaks, actor }: { metadata: RecordingMetadata; peaks: Uint8Array | null; actor: Actor },
  ): Promise<boolean> => {
    const peaksKey = peaks && (await storePeaks(storage, peaks));
    let isInserted = false;
    try {
      const follow = await followUps.afterAudio(session, actor);
      const fields = { ...recordingFields(metadata), thumbnail: peaks && peaksToThumbnail(peaks) };
      const examined = await audioExaminer.examine(stored.key, stored.upload.file_type);
      isInserted = await db.transaction().execute(async (trx) => {
        if (!(await take(trx, session, stored, { fields, peaksKey, examined, actor }))) return false;
        if (metadata.draft) await takeDraft(trx, session, metadata.draft, clock.now());
        await follow(trx);
        return true;
      });
    } finally {
      if (peaksKey && !isInserted) await storage.remove(peaksKey);
    }
    return isInserted;
  };
}

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Returns the columns of the session that come from its recording. */
const recordingFields = (metadata: RecordingMetadata): SessionFields => ({
  duration: metadata.duration,
  mode: metadata.mode,
  started_at: metadata.started_at === undefined ? null : Date.parse(metadata.started_at),
  speech: toJson(metadata.speech),
  verdict: toJson(metadata.verdict),
  markers: JSON.stringify(metadata.markers.toSorted((a, b) => a.at - b.at)),
  timemap: toJson(metadata.timemap),
});
