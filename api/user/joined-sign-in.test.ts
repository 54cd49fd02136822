import { describe, expect, it } from 'vitest';
import { createAccountStore } from '#api/auth/account.store.ts';
import { buildUser, testHost, type UserRow } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { joinPerson } from './join-person.store.ts';
import { createUserStore } from './user.store.ts';

/** Two people with accounts, whose sign-ins a superuser has joined. */
async function setUp() {
  const { db, clock } = await testApp();
  const accounts = createAccountStore(db, clock);
  const register = async (email: string): Promise<UserRow> => {
    const names = { firstName: 'Petra', lastName: 'Muster' };
    const { id } = await accounts.create(testHost, { email, ...names, passwordHash: 'x' });
    return buildUser(db, { sub: id, email });
  };
  const person = await register('petra@example.org');
  const other = await register('new@example.org');
  await db
    .transaction()
    .execute((trx) =>
      joinPerson(
        trx,
        { host: testHost, id: person.id, personId: other.id },
        { actor: 'person:superuser', nowMs: clock.now() },
      ),
    );
  return { db, accounts, users: createUserStore(db, clock), person, other };
}

describe('a former sign-in that was joined to a person', () => {
  it('gets no tokens while the person is locked', async () => {
    const { db, users, person, other } = await setUp();
    const isLocked = () =>
      Promise.all([person, other].map((signIn) => users.isSignInLocked(testHost, signIn)));
    expect(await isLocked()).toEqual([false, false]);
    await db.updateTable('user').set({ locked: 1 }).where('id', '=', person.id).execute();
    expect(await isLocked()).toEqual([true, true]);
    expect(await users.isSignInLocked('other.example', person)).toBe(false);
  });

  it('leads to the person after the public address has changed', async () => {
    const { accounts, users, person, other } = await setUp();
    const issuer = 'https://example.org/oidc';
    await accounts.followIssuer(testHost, issuer);
    const tenant = { key: testHost, hasRow: true, isPublic: true, firstSuperuser: null };
    for (const { sub, email } of [person, other]) {
      const names = { username: email, firstName: 'Petra', lastName: 'Muster' };
      const claims = { issuer, sub, email, ...names, isEmailVerified: false, roles: [] };
      expect((await users.upsert(tenant, claims)).id).toBe(person.id);
    }
  });
});
