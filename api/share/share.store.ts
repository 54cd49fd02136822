import { sql } from 'kysely';
import { limits } from '#api/contract/limits.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Owner } from '#api/session/session.store.ts';

const hourMs = 3_600_000;
const keptMs = 24 * hourMs;

/** `taken`: it may go. `known`: this very message has been begun before. */
export type Turn = { kind: 'taken' } | { kind: 'known' } | { kind: 'too_many'; retryAfterMs: number };

export type ShareStore = ReturnType<typeof createShareStore>;

/** Messages of people in SQL: a restart forgets none of the last hour. */
export function createShareStore(db: Db, clock: Clock) {
  const rowOf = (owner: Owner, id: string) => ({ host: owner.host, user_id: owner.userId, id }) as const;

  return {
    /** Counts a message before it is sent, so that many at once gain nothing. */
    async take(owner: Owner, id: string, message: { sessionId: string; recipients: number }): Promise<Turn> {
      const now = clock.now();
      const since = now - hourMs;
      await db
        .deleteFrom('share')
        .where('created_at', '<', now - keptMs)
        .execute();
      const { numAffectedRows } = await sql`
        insert into share (host, user_id, id, session_id, recipients, created_at)
        select ${owner.host}, ${owner.userId}, ${id}, ${message.sessionId}, ${message.recipients}, ${now}
        where (
          select count(*) from share
          where host = ${owner.host} and user_id = ${owner.userId} and created_at > ${since}
        ) < ${limits.maxSharesPerHour}
        on conflict do nothing`.execute(db);
      if (numAffectedRows) return { kind: 'taken' };
      const mine = db.selectFrom('share').where('host', '=', owner.host).where('user_id', '=', owner.userId);
      if (await mine.where('id', '=', id).select('id').executeTakeFirst()) return { kind: 'known' };
      const { first } = await mine
        .where('created_at', '>', since)
        .select(({ fn }) => fn.min('created_at').as('first'))
        .executeTakeFirstOrThrow();
      return { kind: 'too_many', retryAfterMs: Number(first) + hourMs - now };
    },

    async finish(owner: Owner, id: string, sent: number): Promise<void> {
      const row = rowOf(owner, id);
      await db
        .updateTable('share')
        .set({ sent })
        .where('host', '=', row.host)
        .where('user_id', '=', row.user_id)
        .where('id', '=', row.id)
        .execute();
    },

    /** Nobody got it: it counts as not begun. */
    async forget(owner: Owner, id: string): Promise<void> {
      const row = rowOf(owner, id);
      await db
        .deleteFrom('share')
        .where('host', '=', row.host)
        .where('user_id', '=', row.user_id)
        .where('id', '=', row.id)
        .execute();
    },
  };
}
