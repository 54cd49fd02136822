import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { compactDatabase } from './compact.ts';
import { openDb } from './open.ts';

/** A database in which half of what was stored is deleted. An older version has created it unless `isNew` is true. */
async function setUp({ isNew = true } = {}) {
  const path = join(await testFolder(), 'x.db');
  if (!isNew) {
    const older = new Sqlite(path);
    older.pragma('journal_mode = WAL');
    older.exec('create table older (x text) strict');
    older.close();
  }
  const db = openDb(path);
  onTestFinished(() => db.destroy());
  await sql`create table note (id integer primary key, text text) strict`.execute(db);
  for (let id = 0; id < 400; id++) {
    const text = `${id % 40 < 20 ? 'geheim' : 'bleibt'} `.repeat(800);
    await sql`insert into note (id, text) values (${id}, ${text})`.execute(db);
  }
  await sql`delete from note where text like 'geheim%'`.execute(db);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const bytes = async () => (await readFile(path, 'latin1')) + (await readFile(`${path}-wal`, 'latin1'));
  const rows = async () => (await sql<{ n: number }>`select count(*) as n from note`.execute(db)).rows[0]!.n;
  const mode = async () =>
    (await sql<{ auto_vacuum: number }>`pragma auto_vacuum`.execute(db)).rows[0]!.auto_vacuum;
  return { path, db, log, lines, bytes, rows, mode };
}

it.each([true, false])(
  'a rebuilt database has only what it holds, and an empty log (new: %s)',
  async (isNew) => {
    const { path, log, lines, bytes, rows, mode } = await setUp({ isNew });
    expect(await bytes()).toContain('geheim');
    const before = (await stat(path)).size;
    const { freedBytes, isEmptied } = await compactDatabase(path, { log });
    expect(isEmptied).toBe(true);
    expect(before - (await stat(path)).size).toBe(freedBytes);
    expect(await bytes()).not.toContain('geheim');
    expect((await stat(`${path}-wal`)).size).toBe(0);
    expect([await rows(), await mode(), lines]).toEqual([200, 2, []]);
  },
);

it('where a rebuild takes too long, the database stays whole, and its free pages go', async () => {
  const { path, db, log, lines, rows } = await setUp();
  const pages = async (name: string) =>
    Object.values((await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0]!;
  expect(await pages('freelist_count')).toBeGreaterThan(100);
  const before = await pages('page_count');
  // Another process writes, so the rebuild cannot begin before it is given up.
  const other = new Sqlite(path);
  other.exec('begin immediate');
  const compacted = compactDatabase(path, { log, rebuildWithinMs: 200 });
  await expect.poll(() => lines.join(''), { timeout: 60_000 }).toContain('not rebuilt');
  other.exec('commit');
  other.close();
  expect(await compacted).toMatchObject({ isEmptied: true });
  expect(await pages('freelist_count')).toBe(0);
  expect(await pages('page_count')).toBeLessThan(before - 100);
  expect(await rows()).toBe(200);
});

it('ends at once when it is told to, and takes nothing of the database with it', async () => {
  const { path, log, rows } = await setUp();
  const closing = new AbortController();
  const compacted = compactDatabase(path, { log, signal: closing.signal });
  closing.abort(new Error('closing'));
  await expect(compacted).rejects.toThrow('closing');
  expect(await rows()).toBe(200);
});
