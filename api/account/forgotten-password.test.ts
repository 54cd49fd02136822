import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Accounts } from '#api/auth/accounts.ts';
import { MailError, type MailSender } from '#api/engines/mail/mail.ts';
import { createSignInStore } from '#api/engines/identity/sign-in.store.ts';
import { createLog } from '#api/lib/log.ts';
import { buildUser, testHost, testIssuer } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { findLink } from './account-link.store.ts';
import { createBackground } from './background.ts';
import { createForgottenPassword } from './forgotten-password.ts';

const email = 'hans@example.org';

/** One person with an account, and a mail server that refuses their address while `isRefusing` returns true. */
async function setUp(isRefusing = () => true) {
  const { db, clock, deps } = await testApp();
  const account = { id: 'a', host: testHost, email, given_name: 'Hans', family_name: 'Beispiel' };
  await db
    .insertInto('account')
    .values({ ...account, password_hash: '', created_at: 1 })
    .execute();
  await buildUser(db, { issuer: testIssuer, sub: 'a', email });
  const row = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow();
  const findByEmail = vi.fn<Accounts['findByEmail']>(async (asked) => (asked === email ? row : undefined));
  const error = new MailError('recipient', 550);
  const secrets: string[] = [];
  const sender: MailSender = {
    from: 'noreply@example.org',
    async send({ recipients, text }) {
      secrets.push(/#([\w-]{43})/.exec(text)?.[1] ?? '');
      if (!isRefusing()) return { sent: [...recipients], failed: [] };
      return { sent: [], failed: recipients.map((address) => ({ address, error })) };
    },
    check: async () => {},
  };
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const background = createBackground(log);
  const forgotten = createForgottenPassword({
    db,
    clock,
    log,
    domains: deps.domains,
    publicUrl: 'http://localhost',
    sender,
    local: {
      accounts: { issuer: testIssuer, findByEmail } as unknown as Accounts,
      signIns: createSignInStore(db, clock),
    },
    background,
  });
  const holding = async () => {
    const found = await Promise.all(secrets.map((secret) => findLink(db, 'reset', secret, clock.now())));
    return found.map((link) => link !== undefined);
  };
  return { db, forgotten, background, findByEmail, lines, holding };
}

it('looks for the account when the answer is gone, so that the time tells nothing', async () => {
  const { db, forgotten, background, findByEmail } = await setUp();
  forgotten.ask(email, { address: '1.2.3.4', languages: '' });
  await nextTurn();
  expect(findByEmail).not.toHaveBeenCalled();
  await background.close();
  expect(findByEmail).toHaveBeenCalledWith(email);
  expect(await db.selectFrom('account_link').select('email').execute()).toEqual([{ email }]);
});

it('tells the log when the mail server has refused the address, without the address', async () => {
  const { forgotten, background, lines } = await setUp();
  forgotten.ask(email, { address: '1.2.3.4', languages: '' });
  await background.close();
  expect(lines.join('')).toContain('account: a link was not sent');
  expect(lines.join('')).not.toContain(email);
});

it('the former link holds until the mail server has accepted the letter with a new one', async () => {
  let isRefusing = false;
  const { forgotten, background, holding } = await setUp(() => isRefusing);
  const ask = async () => {
    forgotten.ask(email, { address: '1.2.3.4', languages: '' });
    await background.close();
  };
  await ask();
  isRefusing = true;
  await ask();
  expect((await holding())[0]).toBe(true);
  isRefusing = false;
  await ask();
  expect(await holding()).toEqual([false, false, true]);
});
