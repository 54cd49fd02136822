import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Health } from '#api/contract/health.ts';
import { createLog, silentLog } from '#api/lib/log.ts';
import { StartError } from '#api/lib/start-error.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { testServer } from '#api/testing/test-server.ts';
import { checkDatabase } from './check.ts';
import { openDb } from './open.ts';

async function damaged() {
  const dataDir = await testFolder();
  const path = join(dataDir, 'wortlaut.db');
  const db = openDb(path);
  const user = await buildUser(db);
  for (let n = 0; n < 60; n++) await buildSession(db, ownerOf(user), { notes: 'Notiz '.repeat(2_000) });
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await db.destroy();
  const file = openSync(path, 'r+');
  const nonsense = Buffer.alloc(4096, 0xa5);
  const pages = Math.floor(statSync(path).size / 4096);
  for (let page = Math.floor(pages / 2); page < pages - 2; page++)
    writeSync(file, nonsense, 0, 4096, page * 4096);
  closeSync(file);
  return { dataDir, path };
}

it('A damaged database stops the start with one line that says what to do', async () => {
  const { dataDir, path } = await damaged();
  const start = testServer({ DATA_DIR: dataDir });
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow(`${path} is damaged. Put it back from a backup`);
});

it('Damage that is found while the server runs is logged and shown by health', async () => {
  const { path } = await damaged();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const check = await checkDatabase(path, { log, waitMs: 0 });
  onTestFinished(() => check.close());
  await expect.poll(() => check.isDamaged()).toBe(true);
  expect(lines.join('')).toContain('"code":"database.damaged"');
  const { app } = await testApp({ isDamaged: check.isDamaged });
  const response = await app.request('/api/v1/health');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
  expect(((await response.json()) as Health).parts.database).toEqual({
    status: 'failed',
    code: 'database.damaged',
  });
});

it('An undamaged database passes, and a check under way ends with the server', async () => {
  const path = join(await testFolder(), 'x.db');
  await openDb(path).destroy();
  const check = await checkDatabase(path, { log: silentLog() });
  expect(check.isDamaged()).toBe(false);
  const hasty = await checkDatabase(path, { log: silentLog(), waitMs: 0 });
  await hasty.close();
  expect(hasty.isDamaged()).toBe(false);
});
