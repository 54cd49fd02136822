import type { ExpressionBuilder, Selectable } from 'kysely';
import type { DomainRetention } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import type { Db } from '#api/db/open.ts';
import type { Schema, UploadTable } from '#api/db/schema.ts';
import { readRetention } from '#api/domain/host-setting.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';
import { audioKey } from '#api/storage/audio-store.ts';

export type UploadRow = Selectable<UploadTable>;
export type UploadStore = ReturnType<typeof createUploadStore>;

/** An upload with the fields of its session that a list shows. */
export type ListedUpload = UploadRow & { title: string; session_created_at: number };

/**
 * Two moments, ms since the epoch, for recordings and for files. They select the uploads whose last part came before.
 */
export type UntouchedSince = { recordingMs: number; fileMs: number };

/**
 * An upload that begins. `length` is the number of bytes of the whole; null if it is not known yet. `offset` is the
 * number of bytes that are stored already, `maxBytes` the largest length that the host allows now.
 * `pairingId` is the pairing of a phone that begins it without a sign-in.
 */
type NewUpload = {
  id: string;
  metadata: UploadMetadata;
  length: number | null;
  offset?: number;
  maxBytes: number;
  pairingId?: string | null;
};

export const createUploadStore = (db: Db, clock: Clock) => ({
  /** Adds an upload. @throws AppError `session.not_found`, `upload.too_many` */
  create: (owner: Owner, upload: NewUpload): Promise<void> => insertUpload(db, owner, upload, clock.now()),

  /** Checks that a further upload may begin. @throws AppError `upload.too_many` if not */
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

  /** Returns the uploads of a session, the one with the latest part first. The caller has checked the owner. */
  ofSession: (sessionId: string): Promise<UploadRow[]> =>
    db
      .selectFrom('upload')
      .where('session_id', '=', sessionId)
      .orderBy('touched_at', 'desc')
      .orderBy('id')
      .selectAll()
      .execute(),

  /** Returns the uploads of all sessions of a person, the one with the latest part first. */
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

  /** Changes the offset. It must be called after the bytes were synced. Returns false if the upload is gone. */
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

  ...createExpiry(db),
});

/**
 * Finds uploads that have expired, and stored objects that belong to nothing. The queries are not bound to host and
 * person.
 */
const createExpiry = (db: Db) => ({
  /** Returns the hosts that have uploads. */
  async hosts(): Promise<string[]> {
    const rows = await db.selectFrom('upload').select('host').distinct().orderBy('host').execute();
    return rows.map(({ host }) => host);
  },

  retentionOfHost: (host: string): Promise<DomainRetention> => readRetention(db, host),

  untouchedSince: (host: string, since: UntouchedSince): Promise<UploadRow[]> =>
    db.selectFrom('upload').where('host', '=', host).where(isUntouched(since)).selectAll().execute(),

  /** Removes an expired upload. Returns false if a part arrived at the last moment: then the upload stays. */
  async removeUntouched(id: string, since: UntouchedSince): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('upload')
      .where('id', '=', id)
      .where(isUntouched(since))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  /** True if an upload or an audio refers to a stored object. */
  async isUsed(key: string): Promise<boolean> {
    const [, id = ''] = key.split('/');
    const upload = await db.selectFrom('upload').where('id', '=', id).select('id').executeTakeFirst();
    if (upload && key === audioKey(id)) return true;
    const audio = await db
      .selectFrom('audio')
      .where((eb) => eb.or([eb('storage_key', '=', key), eb('peaks_key', '=', key)]))
      .select('session_id')
      .executeTakeFirst();
    return audio !== undefined;
  },
});

const isUntouched =
  ({ recordingMs, fileMs }: UntouchedSince) =>
  (eb: ExpressionBuilder<Schema, 'upload'>) =>
    eb.or([
      eb.and([eb('deferred', '=', 1), eb('touched_at', '<', recordingMs)]),
      eb.and([eb('deferred', '=', 0), eb('touched_at', '<', fileMs)]),
    ]);

async function insertUpload(db: Db, owner: Owner, upload: NewUpload, nowMs: number): Promise<void> {
  const row = {
    id: upload.id,
    host: owner.host,
    user_id: owner.userId,
    session_id: upload.metadata.session_id,
    file_name: upload.metadata.file_name,
    file_type: upload.metadata.file_type,
    length: upload.length,
    offset: upload.offset ?? 0,
    created_at: nowMs,
    touched_at: nowMs,
    deferred: upload.length === null ? (1 as const) : (0 as const),
    mode: upload.metadata.mode ?? null,
    max_bytes: upload.maxBytes,
    pairing_id: upload.pairingId ?? null,
  };
  try {
    await db.transaction().execute(async (trx) => {
      await mustHaveRoom(trx, owner, row.session_id, nowMs);
      await trx.insertInto('upload').values(row).execute();
    });
  } catch (error) {
    // The session was deleted meanwhile.
    const isOrphan = (error as { code?: string }).code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
    throw isOrphan ? new AppError('session.not_found', { cause: error }) : error;
  }
}

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
