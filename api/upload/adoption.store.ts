import type { Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { AdoptionTable } from '#api/db/schema.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';
import { audioKey } from '#api/storage/audio-store.ts';

export type AdoptionRow = Selectable<AdoptionTable>;
export type AdoptionStore = ReturnType<typeof createAdoptionStore>;

const toAdopted = ({ session_id, bytes, duration, sha256 }: AdoptionRow): AdoptedUpload => ({
  session_id,
  bytes,
  duration,
  sha256,
});

/** Returns the error for a device that comes back after its upload was adopted. */
export const adoptedRefusal = (row: AdoptionRow): AppError =>
  new AppError('upload.adopted', { extra: toAdopted(row) });

/** Stores which uploads were completed without their device. A row is deleted with the session that has the audio. */
export function createAdoptionStore(db: Db) {
  return {
    add: async (row: AdoptionRow): Promise<void> =>
      void (await db.insertInto('adoption').values(row).execute()),

    find: (owner: Owner, uploadId: string): Promise<AdoptionRow | undefined> =>
      db
        .selectFrom('adoption')
        .where('upload_id', '=', uploadId)
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .selectAll()
        .executeTakeFirst(),

    /**
     * Finds the adoption that a device means when it completes a session: either the session's audio was adopted, or an upload
     * of it with this digest was adopted as another session. The caller has checked the owner.
     */
    meantBy: (sessionId: string, sha256 = ''): Promise<AdoptionRow | undefined> =>
      db
        .selectFrom('adoption')
        .where((eb) =>
          eb.or([
            eb.and([eb('session_id', '=', sessionId), eb('is_audio', '=', 1)]),
            eb.and([eb('of_session', '=', sessionId), eb('is_audio', '=', 1), eb('sha256', '=', sha256)]),
          ]),
        )
        // An adoption with the same digest comes first.
        .orderBy((eb) => eb('sha256', '=', sha256), 'desc')
        .selectAll()
        .executeTakeFirst(),

    /** Returns the id of the session whose audio was made from this upload; undefined if no audio was made from it. */
    async completedAs(owner: Owner, uploadId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('audio')
        .innerJoin('session', 'session.id', 'audio.session_id')
        .where('session.host', '=', owner.host)
        .where('session.user_id', '=', owner.userId)
        .where('audio.storage_key', '=', audioKey(uploadId))
        .select('audio.session_id')
        .executeTakeFirst();
      return row?.session_id;
    },
  };
}
