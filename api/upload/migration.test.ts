import { expect, it, onTestFinished } from 'vitest';
import { openDb } from '#api/db/open.ts';
import { defaultRetention } from '#api/domain/domain.store.ts';
import { createOlderDatabase } from '#api/testing/older-database.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { expiredBefore, modeOf } from './upload.rules.ts';
import { createUploadStore } from './upload.store.ts';

it('uploads from before recordings were kept for longer are recordings where their length is open', async () => {
  const path = await createOlderDatabase(
    '0007',
    'new',
    `insert into upload (id, host, user_id, session_id, file_name, file_type, length, offset, created_at, touched_at)
    values ('recording', 'localhost', 'u', 's', 'r.mp3', '', null, 3000, 0, 0),
      ('file', 'localhost', 'u', 's', 'f.mp3', '', 5000, 3000, 0, 0);`,
  );
  const db = openDb(path);
  onTestFinished(() => db.destroy());
  const uploads = createUploadStore(db, testClock());
  const owner = { host: 'localhost', userId: 'u' };
  const listed = await uploads.ofOwner(owner);
  expect(listed.map((row) => [row.id, row.offset, modeOf(row)])).toEqual([
    ['file', 3_000, 'upload'],
    ['recording', 3_000, 'record'],
  ]);
  const inTwoDays = expiredBefore(defaultRetention, 2 * 86_400_000);
  expect((await uploads.untouchedSince('localhost', inTwoDays)).map(({ id }) => id)).toEqual(['file']);
});
