import { limits } from '#api/contract/limits.ts';
import { dayMs } from '#api/contract/time.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';
import { newSessionRow, orNotFound, type SessionRow } from './session-row.ts';

/** `Idempotency-Key` of a creation, and the digest of its body. */
export type Creation = { key: string; digest: string };

type IntegrationInfo = Record<string, unknown> | undefined;

/** Creates sessions, each once for its creation key, and remembers the keys of deleted sessions. */
export function createCreationStore(db: Db, clock: Clock) {
  return {
    /** Creates a session. @throws AppError `session.day_limit` */
    create: (owner: Owner, draft: SessionDraft, integrationInfo?: IntegrationInfo): Promise<SessionRow> =>
      db.transaction().execute(async (trx) => {
        const nowMs = clock.now();
        const made = await trx
          .insertInto('session')
          .values(newSessionRow(owner, draft, { nowMs, integrationInfo: toJson(integrationInfo) }))
          .returningAll()
          .executeTakeFirstOrThrow();
        await checkDayLimit(trx, owner, nowMs);
        return made;
      }),

    /**
     * Creates a session, or returns the current state of the one created with the same key and body.
     * @throws AppError `session.key_reused`, `session.gone`, `session.day_limit`
     */
    createOnce: (
      owner: Owner,
      draft: SessionDraft,
      integrationInfo: IntegrationInfo,
      { key, digest }: Creation,
    ): Promise<SessionRow> =>
      db.transaction().execute(async (trx) => {
        const nowMs = clock.now();
        if (await isRemembered(trx, owner, key, nowMs)) throw new AppError('session.gone');
        const row = newSessionRow(owner, draft, { nowMs, integrationInfo: toJson(integrationInfo) });
        const made = await trx
          .insertInto('session')
          .values({ ...row, creation_key: key, creation_digest: digest })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (made) {
          await checkDayLimit(trx, owner, nowMs);
          return made;
        }
        const there = orNotFound(await createdWith(trx, owner, key));
        if (there.creation_digest === digest) return there;
        throw new AppError('session.key_reused', { extra: { session_id: there.id } });
      }),

    /** True if this key has created a session, which may have been deleted since. */
    async hasCreated(owner: Owner, key: string): Promise<boolean> {
      return (
        (await createdWith(db, owner, key)) !== undefined || (await isRemembered(db, owner, key, clock.now()))
      );
    },

    /** Deletes the creation keys of sessions that were deleted before this time. Returns their number. */
    async forgetCreations(deletedBeforeMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('creation_memory')
        .where('deleted_at', '<', deletedBeforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const toJson = (info: IntegrationInfo): string | null => (info === undefined ? null : JSON.stringify(info));

/** True if a session that was created with this key was deleted a short time ago. */
async function isRemembered(trx: Db, owner: Owner, key: string, nowMs: number): Promise<boolean> {
  const gone = await trx
    .selectFrom('creation_memory')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('creation_key', '=', key)
    .where('deleted_at', '>=', nowMs - limits.creationKeyMemoryMs)
    .select('deleted_at')
    .executeTakeFirst();
  return gone !== undefined;
}

const createdWith = (trx: Db, owner: Owner, key: string): Promise<SessionRow | undefined> =>
  trx
    .selectFrom('session')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('creation_key', '=', key)
    .selectAll()
    .executeTakeFirst();

/**
 * Checks the number of sessions of a day. It must be called after a session was inserted, in the same transaction.
 * @throws AppError `session.day_limit` with `retry_after_s`
 */
async function checkDayLimit(trx: Db, { host, userId }: Owner, nowMs: number): Promise<void> {
  const oneTooMany = await trx
    .selectFrom('session')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where('created_at', '>', nowMs - dayMs)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(limits.maxSessionsPerDay)
    .limit(1)
    .executeTakeFirst();
  if (!oneTooMany) return;
  const leftMs = Math.min(oneTooMany.created_at + dayMs - nowMs, dayMs);
  throw new AppError('session.day_limit', { extra: { retry_after_s: Math.ceil(leftMs / 1000) } });
}

/** Remembers the creation key of a session that is being deleted, so that a late repetition does not create it again. */
export async function rememberCreation(trx: Db, owner: Owner, key: string, nowMs: number): Promise<void> {
  const deletion = { deleted_at: nowMs };
  await trx
    .insertInto('creation_memory')
    .values({ host: owner.host, user_id: owner.userId, creation_key: key, ...deletion })
    .onConflict((conflict) => conflict.doUpdateSet(deletion))
    .execute();
  await forgetOldest(trx, owner);
}

/** Deletes the oldest creation keys of a person's deleted sessions beyond the limit. */
async function forgetOldest(trx: Db, { host, userId }: Owner): Promise<void> {
  const of = trx.selectFrom('creation_memory').where('host', '=', host).where('user_id', '=', userId);
  const { count } = await of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (count <= limits.maxRememberedCreations) return;
  await trx
    .deleteFrom('creation_memory')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where(
      'creation_key',
      'in',
      of
        .select('creation_key')
        .orderBy('deleted_at')
        .limit(count - limits.maxRememberedCreations),
    )
    .execute();
}
