import { sql } from 'kysely';
import type { SessionStatus } from '#api/contract/session.ts';
import type { Acting, Actor, By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import { addToOutbox, type SessionEvent } from '#api/outbox/outbox.store.ts';
import { toChange, type SessionFields, type SessionRow } from './session-row.ts';

/** `overdue` is shown, but not stored. */
export type StoredStatus = Exclude<SessionStatus, 'overdue'>;

/** A new status, and other columns that change with it. */
export type StatusChange = SessionFields & { status: StoredStatus };

/**
 * Changes the status of a session. No other code sets it (`tools/session-status.test.ts`). If the status becomes another one,
 * a row of the outbox tells it, in the caller's transaction: both are stored, or none. A session that is gone stays gone.
 */
export async function changeStatus(
  trx: Db,
  id: string,
  { status, ...fields }: StatusChange,
  by: By,
): Promise<void> {
  if (!trx.isTransaction) throw new Error('A status changes in a transaction.');
  // The first statement writes, because SQLite may refuse a transaction that has read before it writes.
  await tell(trx, id, { status, reason: fields.reason }, by);
  await trx
    .updateTable('session')
    .set({ ...toChange(fields), status })
    .where('id', '=', id)
    .execute();
}

/** Adds the row of the outbox, unless the session has this status already. `reason` undefined stays as it is. */
async function tell(
  trx: Db,
  id: string,
  { status, reason }: Pick<StatusChange, 'status' | 'reason'>,
  { actor, nowMs }: By,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .columns(['kind', 'host', 'user_id', 'session_id', 'actor', 'payload', 'created_at'])
    .expression((on) => {
      const kind: SessionEvent['kind'] = 'session.status';
      const after = reason === undefined ? sql.ref('reason') : sql.val(reason);
      return on
        .selectFrom('session')
        .where('id', '=', id)
        .where('status', '!=', status)
        .select(({ val }) => [
          val(kind).as('kind'),
          'host',
          'user_id',
          'id',
          val(actor).as('actor'),
          sql<string>`json_object('from', status, 'to', ${status}, 'reason', ${after})`.as('payload'),
          val(nowMs).as('created_at'),
        ]);
    })
    .execute();
}

/**
 * Stores a new session with its first status. Returns undefined if the person has a session with the same creation key.
 */
export async function insertSession(trx: Db, row: SessionRow, actor: Actor): Promise<SessionRow | undefined> {
  if (!trx.isTransaction) throw new Error('A session is created in a transaction.');
  const made = await trx
    .insertInto('session')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return undefined;
  const { id, host, user_id: userId, status, reason, created_at: nowMs } = made;
  const payload = { from: null, to: status, reason };
  await addToOutbox(
    trx,
    { kind: 'session.status', owner: { host, userId }, sessionId: id, payload },
    { actor, nowMs },
  );
  return made;
}

/** Why a session is deleted: its period is over, or a person wants it (null). */
export type DeletionReason = 'retention' | null;

/** Deletes a session of the owner, and by cascade all that belongs to it. Returns undefined if there is none. */
export async function deleteSession(
  trx: Db,
  { host, userId, actor }: Acting,
  id: string,
  { reason, nowMs }: { reason: DeletionReason; nowMs: number },
): Promise<Pick<SessionRow, 'creation_key'> | undefined> {
  if (!trx.isTransaction) throw new Error('A session is deleted in a transaction.');
  const gone = await trx
    .deleteFrom('session')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['creation_key', 'status'])
    .executeTakeFirst();
  if (!gone) return undefined;
  const payload = { from: gone.status, to: null, reason };
  await addToOutbox(
    trx,
    { kind: 'session.deleted', owner: { host, userId }, sessionId: id, payload },
    { actor, nowMs },
  );
  return gone;
}
