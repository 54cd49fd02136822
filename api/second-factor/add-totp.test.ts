import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { createAccountStore } from '#api/auth/account.store.ts';
import { silentLog } from '#api/lib/log.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createTotpAdding } from './add-totp.ts';
import { hasFactor } from './factor.store.ts';

it('an app whose secret cannot be decrypted any more is not taken into use, with whatever code', async () => {
  const db = testDb();
  const clock = testClock();
  const person = { email: 'petra@example.org', firstName: 'Petra', lastName: 'Muster', passwordHash: 'x' };
  const { id: accountId } = await createAccountStore(db, clock).create('localhost', person);
  const adding = () =>
    createTotpAdding({ db, clock, log: silentLog(), key: randomBytes(32), passkeys: null });
  const where = { accountId, place: 'here' };
  const { id } = await adding().beginTotp({
    ...where,
    email: person.email,
    host: 'localhost',
    isProved: false,
  });
  const code = new TOTP({ secret: '' }).generate({ timestamp: clock.now() });
  const by = { owner: { host: 'localhost', userId: 'petra' }, actor: 'person:petra' } as const;
  await expect(adding().confirmTotp({ ...where, ...by }, id, code)).rejects.toMatchObject({
    code: 'auth.factor_setup_expired',
  });
  expect(await hasFactor(db, accountId)).toBe(false);
});
