import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testDb } from '#api/testing/test-db.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { migrate, openDb } from './open.ts';

const memory = () => {
  const sqlite = new Sqlite(':memory:');
  onTestFinished(() => void sqlite.close());
  return sqlite;
};
async function migrations(): Promise<string> {
  const dir = await testFolder();
  cpSync(join(import.meta.dirname, 'migrations'), dir, { recursive: true });
  return dir;
}

describe('the database', () => {
  it('keeps foreign keys, never waits for a lock in the thread that answers, and writes ahead with full sync', async () => {
    const db = openDb(join(await testFolder(), 'deep', 'x.db'));
    onTestFinished(() => db.destroy());
    const read = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
    expect(await read('journal_mode')).toBe('wal');
    expect(await read('foreign_keys')).toBe(1);
    expect(await read('synchronous')).toBe(2);
    expect(await read('busy_timeout')).toBe(0);
    expect([await read('fullfsync'), await read('checkpoint_fullfsync')]).toEqual([1, 1]);
  });

  it('waits for another process that writes, and answers others meanwhile', async () => {
    const path = join(await testFolder(), 'x.db');
    const db = openDb(path);
    onTestFinished(() => db.destroy());
    const other = new Sqlite(path);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    let isWritten = false;
    const written = buildUser(db).then(() => (isWritten = true));
    for (let turns = 0; turns < 5; turns++) await passed(25);
    expect(isWritten).toBe(false);
    other.exec('commit');
    await written;
    expect(isWritten).toBe(true);
  });

  it('takes no session of a person whom the host does not have', async () => {
    const db = testDb();
    const user = await buildUser(db);
    await expect(buildSession(db, { ...ownerOf(user), host: 'other.example' })).rejects.toThrow(
      'FOREIGN KEY',
    );
  });
});

describe('migrations', () => {
  it('are applied once', async () => {
    const sqlite = memory();
    const dir = await migrations();
    migrate(sqlite, dir);
    const count = () => sqlite.prepare('select count(*) from migration').pluck().get();
    const before = count();
    migrate(sqlite, dir);
    expect([before, count()]).toEqual([before, before]);
    expect(before).toBeGreaterThan(0);
  });

  it('stop the start when an applied one was changed', async () => {
    const sqlite = memory();
    const dir = await migrations();
    migrate(sqlite, dir);
    writeFileSync(join(dir, '0001-start.sql'), 'select 1;');
    expect(() => migrate(sqlite, dir)).toThrow('0001-start.sql differs');
  });

  it('stop the start when the database is newer than the software', async () => {
    const sqlite = memory();
    const dir = await migrations();
    writeFileSync(join(dir, '9999-future.sql'), 'create table future (id text) strict;');
    migrate(sqlite, dir);
    expect(() => migrate(sqlite)).toThrow('9999-future.sql');
  });

  it('that fail leave nothing behind', async () => {
    const sqlite = memory();
    const dir = await migrations();
    writeFileSync(join(dir, '9999-broken.sql'), 'create table half (id text) strict; create nonsense;');
    expect(() => migrate(sqlite, dir)).toThrow('syntax error');
    const names = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    expect(names).toContain('session');
    expect(names).not.toContain('half');
  });
});
