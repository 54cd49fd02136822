import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';

/** Marks of sessions whose words may have changed since they were indexed. Triggers set them (migration 0004). */
export function createMarkStore(db: Db) {
  return {
    /**
     * Returns marked sessions with a mark before this rowid, latest first. `isOld` is 1 for sessions from before there
     * was a search, 0 for all others.
     */
    async marked(isOld: 0 | 1, before: number, limit: number): Promise<{ id: string; rowid: number }[]> {
      return db
        .selectFrom('search_dirty')
        .where('is_old', '=', isOld)
        .where(sql<number>`rowid`, '<', before)
        .orderBy(sql`rowid`, 'desc')
        .limit(limit)
        .select(['session_id as id', sql<number>`rowid`.as('rowid')])
        .execute();
    },

    /** Returns the marked sessions of a person, without those from before there was a search. */
    async markedOf({ host, userId }: Owner, limit: number): Promise<string[]> {
      // The cross join makes SQLite start from the few marks, not from all sessions.
      const { rows } = await sql<{ id: string }>`
        select d.session_id as id from search_dirty as d cross join session as s on s.id = d.session_id
        where d.is_old = 0 and s.host = ${host} and s.user_id = ${userId} limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async unmark(sessionId: string): Promise<void> {
      await db.deleteFrom('search_dirty').where('session_id', '=', sessionId).execute();
    },
  };
}
