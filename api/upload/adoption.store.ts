import type { Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { AdoptionTable } from '#api/db/schema.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/session/session.store.ts';
import { uploadKey } from './upload.store.ts';

export type AdoptionRow = Selectable<AdoptionTable>;
export type AdoptionStore = ReturnType<typeof createAdoptionStore>;

export const toAdopted = ({ session_id, bytes, duration, sha256 }: AdoptionRow): AdoptedUpload => ({
  session_id,
  bytes,
  duration,
  sha256,
});

/** What the device learns that comes back. */
export const adoptedRefusal = (row: AdoptionRow): AppError =>
  new AppError('upload.adopted', { extra: toAdopted(row) });

/** Uploads that were completed without their device, in SQL; they go with the session that has the sound. */
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
     * What a device meant that completes a session: its audio was adopted; or the upload with this digest was, and made
     * another session. The caller has checked whose it is.
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
        // the digest says more
        .orderBy((eb) => eb('sha256', '=', sha256), 'desc')
        .selectAll()
        .executeTakeFirst(),

    /** The session whose audio an upload has become. */
    async completedAs(owner: Owner, uploadId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('audio')
        .innerJoin('session', 'session.id', 'audio.session_id')
        .where('session.host', '=', owner.host)
        .where('session.user_id', '=', owner.userId)
        .where('audio.storage_key', '=', uploadKey(uploadId))
        .select('audio.session_id')
        .executeTakeFirst();
      return row?.session_id;
    },
  };
}
