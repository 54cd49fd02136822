import type { SessionPatch } from '#api/contract/session.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Owner } from '#api/db/owner.ts';
import { deleteSession, type DeletionReason } from './change-status.store.ts';
import { createCreationStore, rememberCreation } from './creation.store.ts';
import { listRows, type ListFilter, type ListRow } from './session-list.store.ts';
import { toChange, type AudioRow, type SessionFields, type SessionRow } from './session-row.ts';

export type { AudioRow, SessionFields, SessionRow } from './session-row.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Stores the sessions of a person: their creation, their lists, their changes, their deletion. */
export const createSessionStore = (db: Db, clock: Clock) => ({
  ...createCreationStore(db, clock),
  ...createSessionRows(db),

  /** Returns one page, newest first. `hasMore` is true if another page follows. */
  list: (
    owner: Owner,
    asked: ListFilter & { page: number; limit: number },
  ): Promise<{ rows: ListRow[]; hasMore: boolean }> => listRows(db, owner, asked, clock.now()),

  /**
   * Deletes the session and, by cascade, everything that belongs to it. Its creation key stays in `creation_memory`.
   * Returns false if the session is not the owner's.
   */
  remove: (acting: Acting, id: string, reason: DeletionReason = null): Promise<boolean> =>
    db.transaction().execute((trx) => removeSession(trx, acting, id, { reason, nowMs: clock.now() })),
});

/** Reads and changes single sessions. In a transaction, `db` is the transaction, except for `setPeaks`, which opens one. */
export const createSessionRows = (db: Db) => ({
  find: (owner: Owner, id: string): Promise<SessionRow | undefined> =>
    db
      .selectFrom('session')
      .where('host', '=', owner.host)
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  /** Returns the version of the newest complete transcript of each session. Sessions without one are missing. */
  async wholeVersions(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom('transcript')
      .where('session_id', 'in', ids)
      .where('partial', '=', 0)
      .groupBy('session_id')
      .select((eb) => ['session_id', eb.fn.max('version').as('version')])
      .execute();
    return new Map(rows.map(({ session_id: id, version }) => [id, version]));
  },

  /** Changes a session, but not its status (`changeStatus`), on behalf of the server itself (a job, a completed recording). */
  async update(id: string, fields: SessionFields): Promise<void> {
    await db.updateTable('session').set(toChange(fields)).where('id', '=', id).execute();
  },

  /**
   * Changes a session on behalf of a person. Returns undefined if the session is not theirs, or if its notes are not at the
   * revision that they edited.
   */
  updateOwned: (
    { host, userId, actor }: Acting,
    id: string,
    { notes, settings, ...fields }: Omit<SessionPatch, 'edits'> & Pick<SessionFields, 'follow_ups'>,
  ): Promise<SessionRow | undefined> =>
    db
      .updateTable('session')
      .set({
        ...toChange(settings ? { ...fields, settings: JSON.stringify(settings) } : fields),
        ...(notes ? { notes: notes.text, notes_rev: notes.base + 1, notes_actor: actor } : {}),
      })
      .where('host', '=', host)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .$if(notes !== undefined, (query) => query.where('notes_rev', '=', notes?.base ?? 0))
      .returningAll()
      .executeTakeFirst(),

  /** Returns the audio of a session. The caller has checked the owner. */
  audioOf: (sessionId: string): Promise<AudioRow | undefined> =>
    db.selectFrom('audio').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),

  /** Sets peaks and thumbnail of audio that has none. Returns false if it has peaks or is deleted. */
  setPeaks: (sessionId: string, key: string, thumbnail: Uint8Array | null): Promise<boolean> =>
    db.transaction().execute((trx) => addPeaks(trx, sessionId, key, thumbnail)),
});

async function removeSession(
  trx: Db,
  acting: Acting,
  id: string,
  deletion: { reason: DeletionReason; nowMs: number },
): Promise<boolean> {
  const gone = await deleteSession(trx, acting, id, deletion);
  if (gone?.creation_key) await rememberCreation(trx, acting, gone.creation_key, deletion.nowMs);
  return gone !== undefined;
}

async function addPeaks(
  trx: Db,
  sessionId: string,
  key: string,
  thumbnail: Uint8Array | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('audio')
    .set({ peaks_key: key })
    .where('session_id', '=', sessionId)
    .where('peaks_key', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.updateTable('session').set({ thumbnail }).where('id', '=', sessionId).execute();
  return true;
}
