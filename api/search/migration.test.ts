import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, openDb } from '#api/db/open.ts';
import { ownerOf, type UserRow } from '#api/testing/builders.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createIndexer } from './indexer.ts';
import { createSearch } from './search.ts';

const migrations = join(import.meta.dirname, '../db/migrations');
const of = (user: number, count: number) => ({ user, count });

/** A database from before the search: a person with 4,200 short sessions, and one with 3 long sessions. */
async function former(path: string): Promise<void> {
  const dir = await testFolder();
  cpSync(migrations, dir, { recursive: true });
  for (const name of ['0004-search.sql', '0005-share.sql']) rmSync(join(dir, name), { force: true });
  const sqlite = new Sqlite(path);
  migrate(sqlite, dir);
  const user = sqlite.prepare(
    "insert into user (id, host, issuer, sub, username, email, first_name, last_name, created_at) values (?, 'localhost', '', ?, '', '', '', '', 0)",
  );
  const session = sqlite.prepare(
    "insert into session (id, host, user_id, title, title_folded, language, status, duration, created_at) values (?, 'localhost', ?, ?, '', 'de', 'completed', ?, ?)",
  );
  const transcript = sqlite.prepare(
    "insert into transcript (session_id, version, engine, language, speakers, partial, created_at) values (?, 1, '', 'de', '{}', 0, 0)",
  );
  const segment = sqlite.prepare(
    "insert into segment (session_id, version, seq, id, speaker, start, end, text, words) values (?, 1, 0, 's1', 'A', 0, 1, 'Traktandum', '[]')",
  );
  sqlite.transaction(() => {
    for (const { user: n, count } of [of(1, 4_200), of(2, 3)]) {
      user.run(`u${n}`, `sub${n}`);
      for (let index = 0; index < count; index++) {
        const id = `${n}-${index}`;
        // Not written in the order of creation.
        const createdAt = (index * 7_919) % count;
        session.run(id, `u${n}`, String(createdAt), n === 2 ? 90_000 : 1, createdAt);
        transcript.run(id);
        segment.run(id);
      }
    }
  })();
  sqlite.close();
}

it('a database from before the search is indexed in the background, in the order of time, on shelves of bounded size', async () => {
  const path = join(await testFolder(), 'x.db');
  await former(path);
  const db = openDb(path);
  onTestFinished(() => db.destroy());
  const shelves = await db.selectFrom('search_shelf').orderBy('id').selectAll().execute();
  // Shelves are full by the number of sessions, or by the words that their audio may hold.
  expect(shelves.map(({ user_id: user, sessions }) => [user, sessions])).toEqual([
    ['u1', 2_048],
    ['u1', 2_048],
    ['u1', 104],
    ['u2', 1],
    ['u2', 1],
    ['u2', 1],
  ]);
  const owner = ownerOf({ host: 'localhost', id: 'u1' } as UserRow);
  const search = createSearch({ db });
  const titles = async (page: number) =>
    (await search.find(owner, { text: 'traktandum', page, limit: 100 })).found.map(({ row }) =>
      Number(row.title),
    );
  // Old sessions are indexed in the background only.
  expect(await titles(1)).toEqual([]);
  await createIndexer(db).indexAll();
  expect(await titles(1)).toEqual(Array.from({ length: 100 }, (_, index) => 4_199 - index));
  expect(await titles(42)).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
  expect(await titles(43)).toEqual([]);
});
