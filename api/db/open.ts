import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { keepStatements } from './kept-statements.ts';
import type { Schema } from './schema.ts';
import { WaitingSqliteDialect } from './waiting-dialect.ts';

export type Db = Kysely<Schema>;

/** Name of the database in the data folder. */
export const databaseName = 'wortlaut.db';

const migrationsDir = join(import.meta.dirname, 'migrations');

/** Stops the start: the text of an applied migration has changed, or the database is newer than this version. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Opens the database (`:memory:` for tests) in WAL mode with foreign keys, and brings it to the current schema. A query
 * waits up to 5 s for a lock of another process; after the start, the wait does not block the event loop. `synchronous`
 * is `full`, because an acknowledged part must survive a power cut. What is deleted is overwritten, except in pages that become
 * free; those are given back by `compactDatabase`.
 * @throws MigrationError if the text of an applied migration differs from the recorded checksum, or if the database has
 * a migration that this version does not know
 */
export function openDb(path: string): Db {
  return new Kysely<Schema>({
    dialect: new WaitingSqliteDialect({ database: keepStatements(openSqlite(path)) }),
  });
}

/**
 * Opens and migrates the SQLite connection that `openDb` gives to Kysely. Tests use it to change statements on their way.
 * @throws MigrationError as `openDb`
 */
export function openSqlite(path: string): Sqlite.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const sqlite = new Sqlite(path, { timeout: 5_000 });
  // In an older database this holds from its next compaction on.
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('secure_delete = FAST');
  sqlite.pragma('synchronous = FULL');
  // Without these two settings, macOS leaves synced data in the cache of the drive.
  sqlite.pragma('fullfsync = ON');
  sqlite.pragma('checkpoint_fullfsync = ON');
  sqlite.pragma('foreign_keys = ON');
  migrate(sqlite);
  sqlite.pragma('busy_timeout = 0');
  return sqlite;
}

/** Applies the new files of `migrations/` in order, each in one transaction, and records their SHA-256. */
export function migrate(sqlite: Sqlite.Database, dir = migrationsDir): void {
  sqlite.exec(
    'create table if not exists migration (name text primary key, sha256 text not null, applied_at integer not null) strict',
  );
  const applied = new Map(
    sqlite
      .prepare<[], { name: string; sha256: string }>('select name, sha256 from migration')
      .all()
      .map((row) => [row.name, row.sha256]),
  );
  const files = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  for (const name of files) {
    const text = readFileSync(join(dir, name), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const recorded = applied.get(name);
    applied.delete(name);
    if (recorded === sha256) continue;
    if (recorded) throw new MigrationError(`The migration ${name} differs from the one that was applied.`);
    sqlite.transaction(() => {
      sqlite.exec(text);
      sqlite
        .prepare('insert into migration (name, sha256, applied_at) values (?, ?, ?)')
        .run(name, sha256, Date.now());
    })();
  }
  const [unknown] = applied.keys();
  if (unknown)
    throw new MigrationError(`The database has the migration ${unknown}, which this version does not know.`);
}
