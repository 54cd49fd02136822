import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, openDb } from '#api/db/open.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { putDraft } from './draft.store.ts';
import { createTranscriptStore } from './transcript.store.ts';

it('a draft of a dictation from before drafts had a model is read as a draft, with its edits, and stays closed', async () => {
  const [path, dir] = [join(await testFolder(), 'x.db'), await testFolder()];
  cpSync(join(import.meta.dirname, '../db/migrations'), dir, { recursive: true });
  for (const name of readdirSync(dir)) if (name >= '0012') rmSync(join(dir, name));
  const sqlite = new Sqlite(path);
  migrate(sqlite, dir);
  sqlite.exec(`
    insert into user (id, host, issuer, sub, username, email, first_name, last_name, created_at)
    values ('u', 'localhost', '', 's', '', '', '', '', 0);
    insert into session (id, host, user_id, title, title_folded, language, status, created_at)
    values ('s', 'localhost', 'u', 'Sitzung', 'sitzung', 'de', 'pending', 0);
    insert into transcript (session_id, version, engine, language, speakers, partial, created_at)
    values ('s', 1, 'dictation', 'de', '{"A":{"name":""}}', 1, 0);
    insert into segment (session_id, version, seq, id, speaker, start, end, text, words)
    values ('s', 1, 0, 'd1', 'A', 0, 1, 'Guten Tag', '[]');
    insert into edit (session_id, rev, version, op, created_at)
    values ('s', 1, 1, '{"op":"text","segment":"d1","text":"Grüezi"}', 0);`);
  sqlite.close();

  const db = openDb(path);
  onTestFinished(() => db.destroy());
  expect(await createTranscriptStore(db, testClock()).latest('s')).toMatchObject({
    engine: 'dictation',
    draft: { engine: 'dictation', model: '', from: 'd1' },
    segments: [{ text: 'Grüezi' }],
  });
  const later = { engine: 'preview' as const, model: 'm', language: 'de', segments: [] };
  const put = db.transaction().execute((trx) => putDraft(trx, { id: 's', language: 'de' }, later, 0));
  expect(await put).toBe(false);
  // It would be closed without the edit, too, and its number is not given again.
  expect(await db.selectFrom('transcript').select('closed').execute()).toEqual([{ closed: 1 }]);
  expect(await db.selectFrom('session').select('last_version').execute()).toEqual([{ last_version: 1 }]);
});
