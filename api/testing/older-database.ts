import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '#api/db/open.ts';
import { testFolder } from './test-folder.ts';

/**
 * Creates a database with all migrations before `before`, such as `0012`. It has the user `u` and their session `s`, whose status is
 * `status`; the SQL in `rows` adds further rows. Returns the path of the database.
 */
export async function createOlderDatabase(before: string, status: string, rows: string): Promise<string> {
  const [path, dir] = [join(await testFolder(), 'x.db'), await testFolder()];
  cpSync(join(import.meta.dirname, '../db/migrations'), dir, { recursive: true });
  for (const name of readdirSync(dir)) if (name >= before) rmSync(join(dir, name));
  const sqlite = new Sqlite(path);
  migrate(sqlite, dir);
  sqlite.exec(`
    insert into user (id, host, issuer, sub, username, email, first_name, last_name, created_at)
    values ('u', 'localhost', '', 's', '', '', '', '', 0);
    insert into session (id, host, user_id, title, title_folded, language, status, created_at)
    values ('s', 'localhost', 'u', 'Sitzung', 'sitzung', 'de', '${status}', 0);
    ${rows}`);
  sqlite.close();
  return path;
}
