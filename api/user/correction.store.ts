import { sql } from 'kysely';
import type { Correction } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Owner } from '#api/db/owner.ts';

export type CorrectionStore = ReturnType<typeof createCorrectionStore>;

/** Stores the words that a person writes differently from the engines. */
export function createCorrectionStore(db: Db, clock: Clock) {
  const add = async (
    owner: Owner,
    { original_word: original, corrected_word: corrected }: Correction,
  ): Promise<void> => {
    const person = { host: owner.host, user_id: owner.userId };
    await db
      .deleteFrom('correction')
      .where('host', '=', owner.host)
      .where('user_id', '=', owner.userId)
      .where('original_word', '=', corrected)
      .where('corrected_word', '=', original)
      .execute();
    await db
      .insertInto('correction')
      .values({ ...person, original_word: original, corrected_word: corrected, touched_at: clock.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['host', 'user_id', 'original_word', 'corrected_word'])
          .doUpdateSet({ uses: sql<number>`uses + 1`, touched_at: clock.now() }),
      )
      .execute();
  };

  /** Deletes the least recently used words beyond the limit. */
  const forgetOldest = async ({ host, userId }: Owner): Promise<void> => {
    const { count } = await db
      .selectFrom('correction')
      .where('host', '=', host)
      .where('user_id', '=', userId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count <= limits.maxCorrections) return;
    await sql`delete from correction where host = ${host} and user_id = ${userId}
      and (original_word, corrected_word) in (
        select original_word, corrected_word from correction where host = ${host} and user_id = ${userId}
        order by touched_at limit ${count - limits.maxCorrections}
      )`.execute(db);
  };

  return {
    /** Counts each correction once more. A correction in the opposite direction is removed. */
    async add(owner: Owner, corrections: readonly Correction[]): Promise<void> {
      for (const correction of corrections) await add(owner, correction);
      if (corrections.length > 0) await forgetOldest(owner);
    },

    /** Returns the hosts whose people have corrections. */
    async hosts(): Promise<string[]> {
      const rows = await db.selectFrom('correction').select('host').distinct().orderBy('host').execute();
      return rows.map(({ host }) => host);
    },

    /**
     * Removes corrections of a host that were not used since this time. They contain spoken words, so they expire like
     * other content. Returns their number.
     */
    async removeUntouchedSince(host: string, sinceMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('correction')
        .where('host', '=', host)
        .where('touched_at', '<', sinceMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Returns the corrected words of a person, each once: the most used first, then the newest. */
export async function correctedWords(db: Db, owner: Owner, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('correction')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .groupBy('corrected_word')
    .select((eb) => [
      'corrected_word',
      eb.fn.sum<number>('uses').as('uses'),
      eb.fn.max('touched_at').as('touched'),
    ])
    .orderBy('uses', 'desc')
    .orderBy('touched', 'desc')
    .orderBy('corrected_word')
    .limit(limit)
    .execute();
  return rows.map((row) => row.corrected_word);
}

/** Returns pairs of original and corrected words: the most used first, then the newest. */
export async function correctionPairs(
  db: Db,
  owner: Owner,
  limit: number,
): Promise<{ original: string; corrected: string }[]> {
  const rows = await db
    .selectFrom('correction')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .orderBy('uses', 'desc')
    .orderBy('touched_at', 'desc')
    .orderBy('corrected_word')
    .limit(limit)
    .select(['original_word', 'corrected_word'])
    .execute();
  return rows.map((row) => ({ original: row.original_word, corrected: row.corrected_word }));
}
