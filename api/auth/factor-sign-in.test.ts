import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDb } from '#api/db/open.ts';
import { silentLog } from '#api/lib/log.ts';
import { putRecoveryCodes, putTotp } from '#api/second-factor/factor.store.ts';
import { hashOfCode } from '#api/second-factor/recovery-code.rules.ts';
import { createSecondFactors } from '#api/second-factor/second-factors.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { testServer } from '#api/testing/test-server.ts';
import { createAccountStore } from './account.store.ts';
import { createFactorSignIn } from './factor-sign-in.ts';

const wrong = { totp: '000000' };
const recovery = 'aaaa-aaaa-aaaa-aaaa';
const from = (address: string) => () => ({ address, deviceId: null });
const codeOf = (error: unknown) => (error as { code?: string }).code;

/** An account with a second factor. No code fits its app, because its secret is encrypted with another key. */
async function setUp() {
  const db = testDb();
  const clock = testClock();
  const accounts = createAccountStore(db, clock);
  const names = { firstName: 'Petra', lastName: 'Muster' };
  const { id } = await accounts.create('localhost', { email: petra.email, ...names, passwordHash: 'x' });
  await putTotp(db, { accountId: id, secret: 'x', step: 0 }, clock.now());
  await putRecoveryCodes(db, id, [hashOfCode(recovery)]);
  const passkeys = { origin: 'http://localhost', rpId: 'localhost' };
  const factors = createSecondFactors({ db, clock, log: silentLog(), key: randomBytes(32), passkeys });
  const start = (change: Partial<typeof factors> = {}) =>
    createFactorSignIn({ db, clock, accounts, factors: { ...factors, ...change } });
  return { db, id, clock, start };
}

it('whoever knows the password alone does not push out the sign-in or the challenge of the owner', async () => {
  const { db, id, clock, start } = await setUp();
  const signIn = start();
  await signIn.begin(id, 'owner');
  const { challenge } = await signIn.askPasskey('owner');
  clock.advance(1_000);
  for (let n = 0; n < 25; n++) await signIn.begin(id, `stranger ${n}`);
  for (let n = 0; n < 25; n++) await signIn.askPasskey('stranger 0');
  const waiting = await db.selectFrom('account_pending').selectAll().execute();
  expect(waiting.map((row) => row.id)).toContain(challenge);
  // At one place nobody fills the table.
  expect(waiting.filter(({ place, kind }) => place === 'stranger 0' && kind === 'passkey')).toHaveLength(20);
  expect(await signIn.enter('owner', { recovery }, from('10.0.0.1'))).toMatchObject({ isRecovery: true });
});

it('whoever guesses codes leaves the owner the way by a recovery code, in a browser that is not known', async () => {
  const { id, start } = await setUp();
  const signIn = start();
  await signIn.begin(id, 'stranger');
  const guess = (n: number) => signIn.enter('stranger', wrong, from(`10.0.0.${n}`)).catch(codeOf);
  for (let n = 0; n < 20; n++) expect(await guess(n)).toBe('auth.factor_wrong');
  expect(await guess(20)).toBe('auth.too_many_attempts');
  await signIn.begin(id, 'owner');
  expect(await signIn.enter('owner', { recovery }, from('10.0.1.1'))).toMatchObject({ isRecovery: true });
});

it('a sign-in that was ended while its factor was checked does not go on', async () => {
  const { db, id, start } = await setUp();
  const signIn = start({
    async verify() {
      await db.deleteFrom('account_pending').execute();
      return false;
    },
  });
  await signIn.begin(id, 'owner');
  expect(await signIn.enter('owner', wrong, from('10.0.0.1')).catch(codeOf)).toBe('auth.interaction_expired');
});

it('browsers that knew the password before the factor was on are no places of their own', async () => {
  const server = await testServer({ TRUST_PROXY: 'true' });
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const browsers = Array.from({ length: 5 }, () => createTestBrowser(server.url));
  for (const [n, browser] of browsers.entries())
    await (n === 0 ? browser.register(petra) : browser.signIn(petra));
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  await putTotp(db, { accountId: id, secret: 'x', step: 0 }, Date.now());
  const answers: number[] = [];
  for (const [n, browser] of browsers.entries()) {
    const uid = (await browser.start({ prompt: 'login' })).searchParams.get('interaction');
    const { email, password } = petra;
    await browser.post(`/api/auth/interaction/${uid}/login`, { email, password });
    const headers = { 'x-forwarded-for': `10.0.0.${n}` };
    for (let guess = 0; guess < 5; guess++) {
      const sent = await browser.post(`/api/auth/interaction/${uid}/factor`, { factor: wrong }, headers);
      answers.push(sent.status);
    }
  }
  expect(answers).toEqual(Array.from({ length: 25 }, (_, n) => (n < 20 ? 401 : 429)));
});
