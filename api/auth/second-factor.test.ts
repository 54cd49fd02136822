import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LoginResponse } from '#api/contract/auth.ts';
import type {
  Factor,
  NewPasskey,
  NewTotp,
  PasskeyRequest,
  SecondFactor,
} from '#api/contract/second-factor.ts';
import { openDb } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { startSmtpServer } from '#api/testing/smtp/smtp-server.ts';
import { createSoftPasskey } from '#api/testing/soft-passkey.ts';
import { createTestBrowser, petra, type SignUpForm } from '#api/testing/test-browser.ts';
import { testServer } from '#api/testing/test-server.ts';

const hans: SignUpForm = { ...petra, email: 'hans@example.org', given_name: 'Hans', family_name: 'Beispiel' };
const otherPassword = 'ein ganz anderes Kennwort';
const base = '/api/v1/user/second-factor';
const stepMs = 30_000;

type Answer = { status: number; body: { code?: string } & Record<string, unknown> };
const toAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer['body'] };
};
const short = ({ status, body }: Answer): string => [status, ...(body.code ? [body.code] : [])].join(' ');

/** A server whose clock runs on when the test says so: codes of an app count once, and the next one comes after 30 s. */
async function served(env: Record<string, string> = {}) {
  // The test begins at the beginning of a step, so that none ends while it runs.
  let aheadMs = stepMs - (Date.now() % stepMs);
  const clock: Clock = { now: () => Date.now() + aheadMs };
  const server = await testServer(env, { clock });
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const chief = await createTestBrowser(server.url).register(petra);
  const browser = createTestBrowser(server.url);
  const tokens = await browser.register(hans);
  const call = async (method: string, path: string, json?: object, access = tokens.access_token) =>
    toAnswer(
      await browser.request(path, {
        method,
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        ...(json ? { body: JSON.stringify(json) } : {}),
      }),
    );
  const change = (what: string, json: object, access?: string) =>
    call('POST', `${base}/${what}`, json, access);
  const codeOf = (secret: string, delta = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + delta * stepMs });
  const state = async () => (await call('GET', base)).body as unknown as SecondFactor;

  /** Sets an app up. Returns its secret and the recovery codes. */
  const withApp = async () => {
    const begun = await change('totp', { password: hans.password });
    const { id, secret } = begun.body as unknown as NewTotp;
    const confirmed = await change('totp/confirm', { id, code: codeOf(secret) });
    aheadMs += stepMs;
    return { secret, codes: confirmed.body['recovery_codes'] as string[] };
  };
  /** Begins a sign-in with the right password in another browser. */
  const halfway = async (password = hans.password) => {
    const other = createTestBrowser(server.url);
    const page = await other.start();
    const uid = page.searchParams.get('interaction') ?? '';
    const login = await toAnswer(
      await other.post(`/api/auth/interaction/${uid}/login`, { email: hans.email, password }),
    );
    return {
      other,
      uid,
      login,
      factors: (login.body as unknown as LoginResponse).factors,
      passkeyRequest: async () =>
        (await toAnswer(await other.post(`/api/auth/interaction/${uid}/passkey`, {})))
          .body as unknown as PasskeyRequest,
      factor: async (factor: Factor) =>
        toAnswer(await other.post(`/api/auth/interaction/${uid}/factor`, { factor })),
      /** Follows an answer to the end. Returns the status of the person that the tokens lead to. */
      enter: async ({ body }: Answer) => {
        const callback = await other.request(String(body['redirect_to']));
        const next = new URL(callback.headers.get('location') ?? '/', server.url);
        const exchanged = await other.exchange(next);
        const { access_token: access = '' } = (await exchanged.json()) as { access_token?: string };
        return (await other.me(access)).status;
      },
    };
  };
  const pass = (ms: number) => void (aheadMs += ms);
  return { server, db, chief, call, change, codeOf, state, withApp, halfway, pass, clock };
}

describe('an app for one-time codes', () => {
  it('counts from its first right code on; the sign-in then needs one, and each code once', async () => {
    const { db, change, codeOf, state, halfway, pass } = await served();
    expect(await state()).toMatchObject({ is_on: false, totp: null, passkeys: [], recovery_codes_left: 0 });
    expect(short(await change('totp', { password: 'falsch' }))).toBe('401 auth.credentials_wrong');
    const { id, secret, uri } = (await change('totp', { password: hans.password }))
      .body as unknown as NewTotp;
    expect(uri).toContain(secret);
    const wrong = codeOf(secret, 5);
    expect(short(await change('totp/confirm', { id, code: wrong }))).toBe('401 auth.factor_wrong');
    // Nothing counts yet.
    expect((await halfway()).factors).toBeUndefined();
    const code = codeOf(secret);
    const confirmed = await change('totp/confirm', { id, code });
    expect(confirmed.body['recovery_codes']).toHaveLength(10);
    // An answer that got lost is given again, with the same codes.
    expect((await change('totp/confirm', { id, code })).body).toEqual(confirmed.body);
    expect(await state()).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    const stored = JSON.stringify([
      await db.selectFrom('account_totp').selectAll().execute(),
      await db.selectFrom('account_pending').selectAll().execute(),
      await db.selectFrom('account_recovery_code').selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret);
    for (const each of confirmed.body['recovery_codes'] as string[]) expect(stored).not.toContain(each);

    const begun = await halfway();
    expect(begun.factors?.ways).toEqual(['totp', 'recovery']);
    // The password alone gives nothing: the browser is still at the form.
    expect((await begun.other.start()).pathname).toBe('/signin');
    // The code that confirmed the app is used up.
    const half = await halfway();
    expect(short(await half.factor({ totp: code }))).toBe('401 auth.factor_used');
    expect(short(await half.factor({ totp: wrong }))).toBe('401 auth.factor_wrong');
    pass(stepMs);
    const next = codeOf(secret);
    const entered = await half.factor({ totp: `${next.slice(0, 3)} ${next.slice(3)}` });
    expect(entered.status).toBe(200);
    // The same once more in the same begun sign-in: the answer may have got lost.
    expect((await half.factor({ totp: next })).body).toEqual(entered.body);
    expect(await half.enter(entered)).toBe(200);
    expect(short(await half.factor({ totp: next }))).toBe('410 auth.interaction_expired');
    // Elsewhere it is used up, and so are earlier ones that would still be in time.
    const later = await halfway();
    expect(short(await later.factor({ totp: next }))).toBe('401 auth.factor_used');
    expect(short(await later.factor({ totp: code }))).toBe('401 auth.factor_used');
    expect(short(await later.factor({ totp: codeOf(secret, 1) }))).toBe('200');
  });

  it('is used by the browser alone that knew the password, and not after a new password', async () => {
    const { server, db, change, codeOf, withApp, halfway, pass } = await served();
    const { secret } = await withApp();
    const stranger = createTestBrowser(server.url);
    await stranger.start();
    const half = await halfway();
    const stolen = await stranger.post(`/api/auth/interaction/${half.uid}/factor`, {
      factor: { totp: codeOf(secret) },
    });
    expect(stolen.status).toBe(410);
    // Without the password before it, a code is nothing.
    const fresh = createTestBrowser(server.url);
    const uid = (await fresh.start()).searchParams.get('interaction');
    const early = await fresh.post(`/api/auth/interaction/${uid}/factor`, {
      factor: { totp: codeOf(secret) },
    });
    expect(early.status).toBe(410);
    // A new password ends the half sign-in, and leaves the factor on.
    const changed = await change('../password', { current: hans.password, password: otherPassword });
    expect(changed.status).toBe(204);
    expect(short(await half.factor({ totp: codeOf(secret) }))).toBe('410 auth.interaction_expired');
    expect(
      await db.selectFrom('account_pending').where('kind', '=', 'password').selectAll().execute(),
    ).toEqual([]);
    pass(stepMs);
    const again = await halfway(otherPassword);
    expect(again.factors?.ways).toContain('totp');
    expect(await again.enter(await again.factor({ totp: codeOf(secret) }))).toBe(200);
  });

  it('is guessed a few times only, from wherever; the owner still enters in a known browser', async () => {
    const { codeOf, withApp, halfway, pass } = await served({ TRUST_PROXY: 'true' });
    const { secret } = await withApp();
    const known = await halfway();
    await known.enter(await known.factor({ totp: codeOf(secret) }));
    const half = await halfway();
    const guess = async (address: string) =>
      toAnswer(
        await half.other.request(`/api/auth/interaction/${half.uid}/factor`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ factor: { totp: codeOf(secret, 5) } }),
        }),
      );
    const guesses: string[] = [];
    for (let n = 0; n < 21; n++) guesses.push(short(await guess(`10.0.0.${n}`)));
    expect(new Set(guesses.slice(0, 20))).toEqual(new Set(['401 auth.factor_wrong']));
    expect(guesses[20]).toBe('429 auth.too_many_attempts');
    // Whoever has the password alone got no mark of a known browser by it.
    expect([...half.other.cookies.keys()]).not.toContain('wortlaut_device');

    pass(stepMs);
    const uid = (await known.other.start({ prompt: 'login' })).searchParams.get('interaction');
    const send = async (what: string, json: object) =>
      short(await toAnswer(await known.other.post(`/api/auth/interaction/${uid}/${what}`, json)));
    expect(await send('login', { email: hans.email, password: hans.password })).toBe('200');
    expect(await send('factor', { factor: { totp: codeOf(secret) } })).toBe('200');
  });

  it('set up in two tabs: the second one does not replace the first without a proof', async () => {
    const { db, change, codeOf, pass, state } = await served();
    const begin = async () => (await change('totp', { password: hans.password })).body as unknown as NewTotp;
    const [one, two] = [await begin(), await begin()];
    expect((await change('totp/confirm', { id: one.id, code: codeOf(one.secret) })).status).toBe(200);
    expect(short(await change('totp/confirm', { id: two.id, code: codeOf(two.secret) }))).toBe(
      '410 auth.factor_setup_expired',
    );
    expect(short(await change('totp', { password: hans.password }))).toBe('401 auth.factor_required');
    pass(stepMs);
    const proof = { password: hans.password, factor: { totp: codeOf(one.secret) } };
    const third = (await change('totp', proof)).body as unknown as NewTotp;
    const replaced = await change('totp/confirm', { id: third.id, code: codeOf(third.secret) });
    // The recovery codes stay.
    expect(replaced.body).toEqual({ recovery_codes: null });
    expect(await state()).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    // What waits too long is gone.
    pass(stepMs);
    const late = (await change('totp', { password: hans.password, factor: { totp: codeOf(third.secret) } }))
      .body as unknown as NewTotp;
    await db.updateTable('account_pending').set({ expires_at: 0 }).execute();
    expect(short(await change('totp/confirm', { id: late.id, code: codeOf(late.secret) }))).toBe(
      '410 auth.factor_setup_expired',
    );
  });
});

describe('recovery codes', () => {
  it('each let in once, are told by mail, are renewed, and go with the last factor', async () => {
    const smtp = await startSmtpServer();
    onTestFinished(() => smtp.stop());
    const { db, change, withApp, halfway, state } = await served({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'noreply@example.org',
    });
    const { codes } = await withApp();
    const [first = '', second = '', third = ''] = codes;
    const half = await halfway();
    const entered = await half.factor({ recovery: ` ${first.toUpperCase().replaceAll('-', ' ')}` });
    expect(await half.enter(entered)).toBe(200);
    expect(short(await (await halfway()).factor({ recovery: first }))).toBe('401 auth.factor_wrong');
    expect((await state()).recovery_codes_left).toBe(9);

    const proof = (recovery: string) => ({ password: hans.password, factor: { recovery } });
    expect(short(await change('recovery-codes', { password: hans.password }))).toBe(
      '401 auth.factor_required',
    );
    const renewed = await change('recovery-codes', proof(second));
    const [fresh = '', other = ''] = renewed.body['recovery_codes'] as string[];
    expect(short(await change('recovery-codes', proof(third)))).toBe('401 auth.factor_wrong');
    expect(short(await change('remove', { ...proof(fresh), what: { passkey: 'none' } }))).toBe(
      '409 auth.factor_off',
    );
    expect((await change('remove', { ...proof(other), what: 'totp' })).status).toBe(204);
    expect(await state()).toMatchObject({ is_on: false, totp: null, recovery_codes_left: 0 });
    expect((await halfway()).factors).toBeUndefined();
    for (const table of ['account_totp', 'account_recovery_code'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);

    await expect.poll(() => smtp.taken.length, { timeout: 20_000 }).toBe(4);
    const letters = await Promise.all(smtp.taken.map(async (taken) => (await smtp.read(taken)).text ?? ''));
    expect(smtp.taken.every(({ to }) => to.includes(hans.email))).toBe(true);
    expect(letters.filter((text) => text.includes('Wiederherstellungscode angemeldet'))).toHaveLength(1);
    expect(letters.filter((text) => text.includes('genügt wieder das Passwort'))).toHaveLength(1);
    const events = await db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'person.second_factor')
      .orderBy('id')
      .execute();
    expect(events.map(({ payload }) => (JSON.parse(payload) as { change: string }).change)).toEqual([
      'totp_added',
      'recovery_used',
      'codes_renewed',
      'off',
    ]);
  });
});

describe('a passkey', () => {
  it('is made, lets in once for each challenge, and is removed', async () => {
    const { server, change, halfway, state, call } = await served();
    const passkey = createSoftPasskey(server.url);
    const begin = async () =>
      (await change('passkeys', { password: hans.password })).body as unknown as NewPasskey;
    const confirm = (challenge: string, at?: string) =>
      change('passkeys/confirm', { name: ' Laptop ', passkey: passkey.attest(challenge, at) });
    const { challenge, rp_id } = await begin();
    expect(rp_id).toBe('localhost');
    expect(short(await confirm('A'.repeat(43)))).toBe('410 auth.factor_setup_expired');
    expect(short(await confirm(challenge, 'http://localhost:1'))).toBe('401 auth.factor_wrong');
    const added = await confirm(challenge);
    expect(added.body['recovery_codes']).toHaveLength(10);
    expect((await confirm(challenge)).body).toEqual(added.body);
    expect((await state()).passkeys).toMatchObject([{ name: 'Laptop', is_usable: true, used_at: null }]);

    const half = await halfway();
    expect(half.factors).toEqual({ ways: ['passkey', 'recovery'], passkey_origin: server.url });
    const asked = await half.passkeyRequest();
    expect(asked.allow).toEqual([{ id: passkey.id, transports: ['internal'] }]);
    const elsewhere = await half.factor({
      passkey: passkey.assert(asked.challenge, { at: 'http://localhost:1' }),
    });
    expect(short(elsewhere)).toBe('401 auth.factor_wrong');
    // The server takes each challenge once. The wrong answer has used this one.
    const tooLate = await half.factor({ passkey: passkey.assert(asked.challenge) });
    expect(short(tooLate)).toBe('401 auth.factor_wrong');
    const signed = passkey.assert((await half.passkeyRequest()).challenge);
    expect(await half.enter(await half.factor({ passkey: signed }))).toBe(200);

    const again = await halfway();
    expect(short(await again.factor({ passkey: signed }))).toBe('401 auth.factor_wrong');
    // A challenge belongs to its begun sign-in.
    const foreign = passkey.assert((await (await halfway()).passkeyRequest()).challenge);
    expect(short(await again.factor({ passkey: foreign }))).toBe('401 auth.factor_wrong');
    // A counter that goes back belongs to a copy.
    const copied = passkey.assert((await again.passkeyRequest()).challenge, { count: 1 });
    expect(short(await again.factor({ passkey: copied }))).toBe('401 auth.factor_wrong');
    // Another key under the same id has not signed.
    const forged = createSoftPasskey(server.url).assert((await again.passkeyRequest()).challenge);
    expect(short(await again.factor({ passkey: { ...forged, id: passkey.id } }))).toBe(
      '401 auth.factor_wrong',
    );

    const request = (await call('POST', `${base}/passkey-request`)).body as unknown as PasskeyRequest;
    const proof = { passkey: passkey.assert(request.challenge, { count: 50 }) };
    const removed = await change('remove', {
      password: hans.password,
      factor: proof,
      what: { passkey: passkey.id },
    });
    expect(removed.status).toBe(204);
    expect(await state()).toMatchObject({ is_on: false, recovery_codes_left: 0 });
  });
});

describe('a second factor', () => {
  it('outlasts a link for a new password, and is removed by a superuser, which ends all sign-ins', async () => {
    const { server, db, chief, call, codeOf, withApp, halfway, pass } = await served();
    const { secret } = await withApp();
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', hans.email)
      .executeTakeFirstOrThrow();
    const people = '/api/v1/admin/domains/localhost/people';
    const path = `${people}/${id}`;
    const byChief = (method: string, of: string) => call(method, of, undefined, chief.access_token);
    const { url } = (await byChief('POST', `${path}/reset-link`)).body as unknown as { url: string };
    await call('POST', '/api/auth/reset', { token: url.split('#')[1], password: otherPassword }, 'none');
    const half = await halfway(otherPassword);
    expect(half.factors?.ways).toContain('totp');
    pass(stepMs);
    const { access_token: access } = await (async () => {
      const answer = await half.factor({ totp: codeOf(secret) });
      const callback = await half.other.request(String(answer.body['redirect_to']));
      const next = new URL(callback.headers.get('location') ?? '/', server.url);
      return (await (await half.other.exchange(next)).json()) as { access_token: string };
    })();

    const marks = async () => {
      const { body } = await byChief('GET', people);
      return (body['people'] as { email: string; second_factor: boolean }[])
        .filter((person) => person.second_factor)
        .map(({ email }) => email);
    };
    expect(await marks()).toEqual([hans.email]);
    expect(short(await call('DELETE', `${path}/second-factor`, undefined, access))).toBe(
      '403 auth.forbidden',
    );
    const { id: own } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', petra.email)
      .executeTakeFirstOrThrow();
    // A stolen token of a superuser must not be enough for their own.
    expect(short(await byChief('DELETE', `${people}/${own}/second-factor`))).toBe('403 auth.forbidden');
    expect((await byChief('DELETE', `${path}/second-factor`)).status).toBe(204);
    expect(short(await byChief('DELETE', `${path}/second-factor`))).toBe('409 auth.factor_off');
    expect(await marks()).toEqual([]);
    expect((await call('GET', '/api/auth/me', undefined, access)).status).toBe(401);
    expect((await halfway(otherPassword)).factors).toBeUndefined();
    expect(
      await db.selectFrom('outbox').select(['actor', 'payload']).where('user_id', '=', id).execute(),
    ).toContainEqual({ actor: `person:${own}`, payload: '{"change":"reset"}' });
  });

  it('goes with the account', async () => {
    const { db, call, withApp, halfway } = await served();
    await withApp();
    await halfway();
    expect((await call('POST', '/api/v1/user/close', { password: hans.password })).status).toBe(204);
    for (const table of ['account_totp', 'account_recovery_code', 'account_pending'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
