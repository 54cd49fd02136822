import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import { round } from '../report.ts';
import { toFigure } from './queries.ts';
import { seededRandom, vocabularySize, wordOf } from './words.ts';

const repeats = 5;

/**
 * Measures the same queries without a word index: a scan of titles, and LIKE over segments. Neither ignores diacritics.
 */
export async function measurePeers(db: Db, { host, userId }: Owner) {
  const random = seededRandom(5);
  const rare = () => wordOf(vocabularySize - 1 - Math.floor(random() * 20_000));
  const peers = [
    {
      name: 'title nowhere, rows scanned with instr',
      run: () => sql`select * from session not indexed
        where host = ${host} and user_id = ${userId} and instr(lower(title), 'qqq') > 0
        order by created_at desc limit 11`,
    },
    {
      name: 'said: rare word, LIKE over segments',
      run: () => sql`select * from session where host = ${host} and user_id = ${userId}
        and id in (select session_id from segment where text like ${`%${rare()}%`})
        order by created_at desc limit 11`,
    },
    {
      name: 'said: frequent word, LIKE over segments',
      run: () => sql`select * from session where host = ${host} and user_id = ${userId}
        and id in (select session_id from segment where text like ${`%${wordOf(1)}%`})
        order by created_at desc limit 11`,
    },
  ];
  const figures = [];
  for (const { name, run } of peers) {
    const times: number[] = [];
    for (let n = 0; n < repeats; n++) {
      const startedAt = performance.now();
      await run().execute(db);
      times.push(performance.now() - startedAt);
    }
    figures.push(toFigure(name, times, false));
  }
  const rows = figures.map(({ name, medianMs, p99Ms }) => ({
    'without an index': name,
    'median ms': round(medianMs),
    'longest ms': round(p99Ms),
  }));
  return { figures, rows };
}
