import { expect, it, onTestFinished } from 'vitest';
import { openDb } from '#api/db/open.ts';
import { createOlderDatabase } from '#api/testing/older-database.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { putDraft } from './draft.store.ts';
import { createTranscriptStore } from './transcript.store.ts';

it('a draft of a dictation from before drafts had a model is read as a draft, with its edits, and stays closed', async () => {
  const path = await createOlderDatabase(
    '0012',
    'pending',
    `insert into transcript (session_id, version, engine, language, speakers, partial, created_at)
    values ('s', 1, 'dictation', 'de', '{"A":{"name":""}}', 1, 0);
    insert into segment (session_id, version, seq, id, speaker, start, end, text, words)
    values ('s', 1, 0, 'd1', 'A', 0, 1, 'Guten Tag', '[]');
    insert into edit (session_id, rev, version, op, created_at)
    values ('s', 1, 1, '{"op":"text","segment":"d1","text":"Grüezi"}', 0);`,
  );
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
