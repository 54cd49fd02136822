import { createHmac } from 'node:crypto';
import { limits } from '#api/contract/limits.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Owner } from '#api/db/owner.ts';
import { freeAgainAt, type Spent } from './share-limits.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Limits: messages of a person per hour, distinct recipients of a person per day, letters of the whole server per day. */
export type ShareLimit = 'hour' | 'day' | 'server_day';

/** `taken`: the message may be sent. `known`: this message was begun before. */
export type Turn =
  | { kind: 'taken' }
  | { kind: 'known' }
  | { kind: 'too_many'; limit: ShareLimit; retryAfterMs: number };

export type ShareStore = ReturnType<typeof createShareStore>;

/** Sent messages in SQL, so that the limits outlast a restart. `key`: the secret for the digests of addresses. */
export function createShareStore(db: Db, clock: Clock, key: Buffer) {
  const digestOf = (address: string): string =>
    createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');

  /** For each limit the time from which a message to these recipients fits, ms since the epoch; null: now. */
  const freeAgainOf = async (owner: Owner, now: number, digests: readonly string[], on: Db) => {
    const mine = on.selectFrom('share').where('host', '=', owner.host).where('user_id', '=', owner.userId);
    const messages = await mine
      .where('created_at', '>', now - hourMs)
      .select('created_at as at')
      .orderBy('at')
      .execute();
    const recipients = await on
      .selectFrom('share_recipient')
      .where('host', '=', owner.host)
      .where('user_id', '=', owner.userId)
      .where('at', '>', now - dayMs)
      .groupBy('digest')
      .select(({ fn }) => ['digest', fn.max('at').as('at')])
      .orderBy('at')
      .execute();
    const ofAll = await on
      .selectFrom('share')
      .where('created_at', '>', now - dayMs)
      .select(['recipients as count', 'created_at as at'])
      .orderBy('at')
      .execute();
    const others = recipients.filter(({ digest }) => !digests.includes(digest));
    const hour: Spent[] = messages.map(({ at }) => ({ count: 1, until: at + hourMs }));
    const day: Spent[] = others.map(({ at }) => ({ count: 1, until: Number(at) + dayMs }));
    const server: Spent[] = ofAll.map(({ count, at }) => ({ count, until: at + dayMs }));
    return [
      ['hour', freeAgainAt(hour, 1, limits.maxSharesPerHour)],
      ['day', freeAgainAt(day, digests.length, limits.maxRecipientsPerDay)],
      ['server_day', freeAgainAt(server, digests.length, limits.maxLettersPerDay)],
    ] as const;
  };

  return {
    /** Counts a message before it is sent, so that parallel messages cannot exceed a limit. */
    take(
      owner: Owner,
      id: string,
      message: { sessionId: string; recipients: readonly string[] },
    ): Promise<Turn> {
      const now = clock.now();
      const digests = message.recipients.map(digestOf);
      const mine = { host: owner.host, user_id: owner.userId };
      return db.transaction().execute(async (on): Promise<Turn> => {
        await on
          .deleteFrom('share')
          .where('created_at', '<', now - dayMs)
          .execute();
        await on
          .deleteFrom('share_recipient')
          .where('at', '<', now - dayMs)
          .execute();
        const known = await on
          .selectFrom('share')
          .select('id')
          .where('host', '=', mine.host)
          .where('user_id', '=', mine.user_id)
          .where('id', '=', id)
          .executeTakeFirst();
        if (known) return { kind: 'known' };
        for (const [limit, at] of await freeAgainOf(owner, now, digests, on))
          if (at !== null) return { kind: 'too_many', limit, retryAfterMs: at - now };
        const { length: recipients } = digests;
        await on
          .insertInto('share')
          .values({ ...mine, id, session_id: message.sessionId, recipients, created_at: now })
          .execute();
        await on
          .insertInto('share_recipient')
          .values(digests.map((digest) => ({ ...mine, share_id: id, digest, at: now })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return { kind: 'taken' };
      });
    },

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
