import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { healthSchema } from '#api/contract/health.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testServer } from '#api/testing/test-server.ts';
import type { Embedded } from './interaction.routes.ts';

it.each([
  ['SQLITE_FULL', 'storage.full'],
  ['ENOSPC', 'storage.full'],
  ['SQLITE_BUSY', 'storage.busy'],
  ['SQLITE_CORRUPT', 'storage.damaged'],
])('signing in and up with %s says %s, not that it has waited too long', async (code, expected) => {
  const fails = async () => {
    throw Object.assign(new Error(code), { code });
  };
  const device = { id: null, marks: [] };
  const embedded = {
    provider: { isInteractionOpen: async () => true },
    accounts: { signIn: fails, register: fails },
    devices: { read: () => device, knows: () => null },
  } as unknown as Embedded;
  const { app } = await testApp({ embedded });
  for (const what of ['login', 'register']) {
    const response = await app.request(
      `/api/auth/interaction/x/${what}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(petra),
      },
      {},
    );
    const body = (await response.json()) as ErrorBody;
    expect([what, response.status, body.code]).toEqual([what, 503, expected]);
    expect(response.headers.get('retry-after')).toBe(String(body.retry_after_s));
  }
});

it('while another process locks the database, sign-in and health say so, and go on when it is over', async () => {
  const { url, dataDir } = await testServer();
  const other = new Sqlite(join(dataDir, 'wortlaut.db'));
  onTestFinished(() => void other.close());
  const browser = createTestBrowser(url);
  other.exec('begin immediate');
  const busy = [503, '5', { status: 'failed', code: 'database.busy' }];
  const health = async () => {
    const response = await fetch(`${url}/api/v1/health`);
    const { database } = healthSchema.parse(await response.json()).parts;
    return [response.status, response.headers.get('retry-after'), database];
  };
  await expect.poll(health).toEqual(busy);
  // Health answers the same while the sign-in waits for the lock and after it has failed.
  const page = browser.start();
  expect(await health()).toEqual(busy);
  expect((await page).searchParams.get('error')).toBe('server');
  expect(await health()).toEqual(busy);
  other.exec('commit');
  expect(await health()).toEqual([200, null, { status: 'ok' }]);
  await browser.register(petra);
});
