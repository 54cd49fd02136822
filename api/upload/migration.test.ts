import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, openDb } from '#api/db/open.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { expiredBefore, modeOf } from './upload.rules.ts';
import { createUploadStore } from './upload.store.ts';

it('uploads from before recordings were kept for longer are recordings where their length is open', async () => {
  const [path, dir] = [join(await testFolder(), 'x.db'), await testFolder()];
  cpSync(join(import.meta.dirname, '../db/migrations'), dir, { recursive: true });
  rmSync(join(dir, '0007-adoption.sql'));
  const sqlite = new Sqlite(path);
  migrate(sqlite, dir);
  sqlite.exec(`
    insert into user (id, host, issuer, sub, username, email, first_name, last_name, created_at)
    values ('u', 'localhost', '', 's', '', '', '', '', 0);
    insert into session (id, host, user_id, title, title_folded, language, status, created_at)
    values ('s', 'localhost', 'u', 'Sitzung', 'sitzung', 'de', 'new', 0);
    insert into upload (id, host, user_id, session_id, file_name, file_type, length, offset, created_at, touched_at)
    values ('recording', 'localhost', 'u', 's', 'r.mp3', '', null, 3000, 0, 0),
      ('file', 'localhost', 'u', 's', 'f.mp3', '', 5000, 3000, 0, 0);`);
  sqlite.close();

  const db = openDb(path);
  onTestFinished(() => db.destroy());
  const uploads = createUploadStore(db, testClock());
  const owner = { host: 'localhost', userId: 'u' };
  const listed = await uploads.ofOwner(owner);
  expect(listed.map((row) => [row.id, row.offset, modeOf(row)])).toEqual([
    ['file', 3_000, 'upload'],
    ['recording', 3_000, 'record'],
  ]);
  const inTwoDays = expiredBefore(2 * 86_400_000);
  expect((await uploads.untouchedSince(inTwoDays)).map(({ id }) => id)).toEqual(['file']);
});
