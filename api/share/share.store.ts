import { createHmac } from 'node:crypto';
import { limits } from '#api/contract/limits.ts';
import { dayMs, hourMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Owner } from '#api/db/owner.ts';
import { freeAgainAt } from './share-limits.rules.ts';

/** `hour`: messages of a person. `day`: distinct recipients of a person. `server_day`: letters of the whole server. */
export type ShareLimit = 'hour' | 'day' | 'server_day';

/** `taken`: the message may be sent. `known`: this message was begun before. */
export type Turn =
  | { kind: 'taken' }
  | { kind: 'known' }
  | { kind: 'too_many'; limit: ShareLimit; retryAfterMs: number };

export type ShareStore = ReturnType<typeof createShareStore>;

/**
 * Stores messages that were sent, so that the limits outlast a restart. `key` is the secret for the digests of
 * addresses.
 */
export function createShareStore(db: Db, clock: Clock, key: Buffer) {
  const digestOf = (address: string): string =>
    createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');

  return {
    /** Counts a message before it is sent, so that parallel messages cannot exceed a limit. */
    take(
      owner: Owner,
      id: string,
      message: { sessionId: string; recipients: readonly string[] },
    ): Promise<Turn> {
      const nowMs = clock.now();
      const digests = message.recipients.map(digestOf);
      return db.transaction().execute(async (trx): Promise<Turn> => {
        await removeBefore(trx, nowMs - dayMs);
        if (await isKnown(trx, owner, id)) return { kind: 'known' };
        for (const [limit, atMs] of await freeAgainOf(trx, owner, digests, nowMs))
          if (atMs !== null) return { kind: 'too_many', limit, retryAfterMs: atMs - nowMs };
        await insertShare(trx, owner, { id, sessionId: message.sessionId, digests }, nowMs);
        return { kind: 'taken' };
      });
    },

    /** Records how many recipients got the message. */
    async finish(owner: Owner, id: string, sent: number): Promise<void> {
      await db
        .updateTable('share')
        .set({ sent })
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .execute();
    },

    /** Forgets a message that nobody received. */
    async forget(owner: Owner, id: string): Promise<void> {
      await db
        .deleteFrom('share')
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .execute();
      await db
        .deleteFrom('share_recipient')
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('share_id', '=', id)
        .execute();
    },
  };
}

/** Removes messages that no limit counts any more. */
async function removeBefore(trx: Db, beforeMs: number): Promise<void> {
  await trx.deleteFrom('share').where('created_at', '<', beforeMs).execute();
  await trx.deleteFrom('share_recipient').where('at', '<', beforeMs).execute();
}

async function isKnown(trx: Db, owner: Owner, id: string): Promise<boolean> {
  const known = await trx
    .selectFrom('share')
    .select('id')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return known !== undefined;
}

/** Returns when each limit allows a message to these recipients, ms since the epoch; null if it allows it now. */
async function freeAgainOf(trx: Db, owner: Owner, digests: readonly string[], nowMs: number) {
  const messages = await trx
    .selectFrom('share')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('created_at', '>', nowMs - hourMs)
    .select('created_at as at')
    .orderBy('at')
    .execute();
  const recipients = await trx
    .selectFrom('share_recipient')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('at', '>', nowMs - dayMs)
    .groupBy('digest')
    .select(({ fn }) => ['digest', fn.max('at').as('at')])
    .orderBy('at')
    .execute();
  const ofAll = await trx
    .selectFrom('share')
    .where('created_at', '>', nowMs - dayMs)
    .select(['recipients as count', 'created_at as at'])
    .orderBy('at')
    .execute();
  const others = recipients.filter(({ digest }) => !digests.includes(digest));
  const hour = messages.map(({ at }) => ({ count: 1, until: at + hourMs }));
  const day = others.map(({ at }) => ({ count: 1, until: Number(at) + dayMs }));
  const serverDay = ofAll.map(({ count, at }) => ({ count, until: at + dayMs }));
  return [
    ['hour', freeAgainAt(hour, 1, limits.maxSharesPerHour)],
    ['day', freeAgainAt(day, digests.length, limits.maxRecipientsPerDay)],
    ['server_day', freeAgainAt(serverDay, digests.length, limits.maxLettersPerDay)],
  ] as const;
}

async function insertShare(
  trx: Db,
  { host, userId: user_id }: Owner,
  { id, sessionId: session_id, digests }: { id: string; sessionId: string; digests: readonly string[] },
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('share')
    .values({ host, user_id, id, session_id, recipients: digests.length, created_at: nowMs })
    .execute();
  await trx
    .insertInto('share_recipient')
    .values(digests.map((digest) => ({ host, user_id, share_id: id, digest, at: nowMs })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
