import type { ExpressionBuilder, Selectable } from 'kysely';
import { limits } from '#api/contract/limits.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import type { Db } from '#api/db/open.ts';
import type { Schema, UploadTable } from '#api/db/schema.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';

export type UploadRow = Selectable<UploadTable>;
export type UploadStore = ReturnType<typeof createUploadStore>;

/** Storage key of an upload. The bytes keep it when the recording is complete; only the row changes. */
export const uploadKey = (uploadId: string): string => `audio/${uploadId}`;

/** An upload with the fields of its session that a list shows. */
export type ListedUpload = UploadRow & { title: string; session_created_at: number };

/** Uploads whose last part came before this moment, ms since the epoch: one for recordings, one for files. */
export type UntouchedSince = { recordingMs: number; fileMs: number };

const isUntouched =
  ({ recordingMs, fileMs }: UntouchedSince) =>
  (eb: ExpressionBuilder<Schema, 'upload'>) =>
    eb.or([
      eb.and([eb('deferred', '=', 1), eb('touched_at', '<', recordingMs)]),
      eb.and([eb('deferred', '=', 0), eb('touched_at', '<', fileMs)]),
    ]);

async function mustHaveRoom(on: Db, owner: Owner, sessionId: string, nowMs: number): Promise<void> {
  if (await hasRoom(on, owner, sessionId)) return;
  // If the answer that began an upload was lost, the client does not know the upload, and it stays empty.
  await on
    .deleteFrom('upload')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('offset', '=', 0)
    .where('touched_at', '<=', nowMs - limits.uploadActiveMs)
    .execute();
  if (!(await hasRoom(on, owner, sessionId))) throw new AppError('upload.too_many');
}

async function hasRoom(on: Db, owner: Owner, sessionId: string): Promise<boolean> {
  const open = await on
    .selectFrom('upload')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .select('session_id')
    .execute();
  const ofSession = open.filter((each) => each.session_id === sessionId);
  return open.length < limits.maxOpenUploads && ofSession.length < limits.maxOpenUploadsOfSession;
}

export function createUploadStore(db: Db, clock: Clock) {
  return {
    /** @throws AppError `session.not_found`, `upload.too_many` */
    async create(
      owner: Owner,
      upload: { id: string; metadata: UploadMetadata; length: number | null; offset?: number },
    ): Promise<void> {
      const now = clock.now();
      const row = {
        id: upload.id,
        host: owner.host,
        user_id: owner.userId,
        session_id: upload.metadata.session_id,
        file_name: upload.metadata.file_name,
        file_type: upload.metadata.file_type,
        length: upload.length,
        offset: upload.offset ?? 0,
        created_at: now,
        touched_at: now,
        deferred: upload.length === null ? (1 as const) : (0 as const),
        mode: upload.metadata.mode ?? null,
      };
      try {
        await db.transaction().execute(async (trx) => {
          await mustHaveRoom(trx, owner, row.session_id, now);
          await trx.insertInto('upload').values(row).execute();
        });
      } catch (error) {
        // Deleted meanwhile.
        const isOrphan = (error as { code?: string }).code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
        throw isOrphan ? new AppError('session.not_found', { cause: error }) : error;
      }
    },

    /** @throws AppError `upload.too_many` if no further upload may begin */
    mustHaveRoom: (owner: Owner, sessionId: string): Promise<void> =>
      mustHaveRoom(db, owner, sessionId, clock.now()),

    find: (owner: Owner, id: string): Promise<UploadRow | undefined> =>
      db
        .selectFrom('upload')
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirst(),

    /** Uploads of a session, the one with the latest part first; the caller has checked the owner. */
    ofSession: (sessionId: string): Promise<UploadRow[]> =>
      db
        .selectFrom('upload')
        .where('session_id', '=', sessionId)
        .orderBy('touched_at', 'desc')
        .orderBy('id')
        .selectAll()
        .execute(),

    /** Returns a person's uploads of all sessions, the one with the latest part first. */
    ofOwner: (owner: Owner): Promise<ListedUpload[]> =>
      db
        .selectFrom('upload')
        .innerJoin('session', 'session.id', 'upload.session_id')
        .where('upload.host', '=', owner.host)
        .where('upload.user_id', '=', owner.userId)
        .orderBy('upload.touched_at', 'desc')
        .orderBy('upload.id')
        .selectAll('upload')
        .select(['session.title', 'session.created_at as session_created_at'])
        .execute(),

    /** Must follow the sync of the bytes. False if the upload is gone. */
    async moveOffset(id: string, offset: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('upload')
        .set({ offset, touched_at: clock.now() })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async declareLength(id: string, length: number): Promise<void> {
      await db.updateTable('upload').set({ length }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('upload').where('id', '=', id).execute();
    },

    /** False if a part arrived at the last moment. */
    async removeUntouched(id: string, since: UntouchedSince): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('upload')
        .where('id', '=', id)
        .where(isUntouched(since))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    untouchedSince: (since: UntouchedSince): Promise<UploadRow[]> =>
      db.selectFrom('upload').where(isUntouched(since)).selectAll().execute(),

    /** Whether anything still refers to a stored object. */
    async isUsed(key: string): Promise<boolean> {
      const [, id = ''] = key.split('/');
      const upload = await db.selectFrom('upload').where('id', '=', id).select('id').executeTakeFirst();
      if (upload && key === uploadKey(id)) return true;
      const audio = await db
        .selectFrom('audio')
        .where((eb) => eb.or([eb('storage_key', '=', key), eb('peaks_key', '=', key)]))
        .select('session_id')
        .executeTakeFirst();
      return audio !== undefined;
    },
  };
}
