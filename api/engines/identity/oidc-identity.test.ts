import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair, type JWK } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hourMs, minuteMs } from '#api/contract/time.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { AppError } from '#api/lib/error.ts';
import { silentLog } from '#api/lib/log.ts';
import { testClock } from '#api/testing/test-clock.ts';
import type { DomainIdentity } from '#api/contract/domain.ts';
import type { SignInPlace } from '#api/http/tenant.ts';
import { createOidcIdentity } from './oidc-identity.ts';

const place = (key: string, identity: DomainIdentity | null = null): SignInPlace => ({
  host: key,
  tenant: { key, isPublic: false, identity },
});
const here = place('localhost');
const attempt = '6f3b3f0a-6a0e-4a3c-9d3e-0d8f0b6f4c11';
const otherAttempt = '0c0f6a52-3b0e-4a86-8f0f-6f4f4f1f2a22';

type Key = { id: string; privateKey: CryptoKey; jwk: JWK };

async function makeKey(id: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { id, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: 'ES256' } };
}

/** A provider that a test can switch off, give other keys, and script refresh answers for. */
async function setUp() {
  const clock = testClock(Date.now());
  const state = {
    isAway: false,
    areKeysAway: false,
    keys: [await makeKey('first')],
    /** Returns the fields of the answer to the n-th refresh; null rejects it. */
    refresh: (_count: number): Record<string, unknown> | null => ({}),
  };
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    asked.push(path);
    if (state.isAway) return void incoming.destroy();
    const answer = (body: unknown, status = 200) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (path === '/keys' && state.areKeysAway) return void incoming.destroy();
    if (path === '/keys') return answer({ keys: state.keys.map(({ jwk }) => jwk) });
    if (path === '/token') {
      const fields = state.refresh(asked.filter((each) => each === path).length);
      return answer(fields ? { access_token: 'at', expires_in: 300, ...fields } : {}, fields ? 200 : 400);
    }
    answer({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const log = silentLog();
  const warn = vi.spyOn(log, 'warn');
  const identity = createOidcIdentity({
    embedded: false,
    isOfTenant: (host, { tenant }) => host === tenant.key,
    hasRoles: true,
    issuerFor: () => issuer,
    clientId: 'wort',
    audience: null,
    scope: 'openid',
    keepAnswers: true,
    reach: (url: string) => url,
    clock,
    log,
  });
  const tokenBy = (key: Key, claims: Record<string, unknown> = {}) =>
    new SignJWT({ azp: 'wort', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: key.id })
      .setIssuer(issuer)
      .setSubject('petra')
      .setExpirationTime(Math.floor(clock.now() / 1000) + 300)
      .sign(key.privateKey);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  return {
    clock,
    state,
    asked,
    identity,
    tokenBy,
    verify: async (key: Key) => codeOf(identity.verify(await tokenBy(key), here)),
    refreshCode: (token: string) => codeOf(identity.refresh(token, here)),
    exchangeCode: (nonce: string | undefined) =>
      codeOf(
        identity.exchange({ code: 'c', codeVerifier: 'v', redirectUri: 'http://x.example', nonce }, here),
      ),
    /** Waits until two failed background reads are logged. */
    untilLogged: () => eventually(() => expect(warn).toHaveBeenCalledTimes(2)),
    countOf: (path: string) => asked.filter((each) => each === path).length,
  };
}

it('verifies the signature of a token once in ten seconds', async () => {
  const { clock, state, identity, tokenBy } = await setUp();
  const token = await tokenBy(state.keys[0]!);
  const verifySignature = vi.spyOn(crypto.subtle, 'verify');
  onTestFinished(() => verifySignature.mockRestore());
  for (let call = 0; call < 3; call += 1) await identity.verify(token, here);
  expect(verifySignature).toHaveBeenCalledTimes(1);
  clock.advance(10_000);
  await identity.verify(token, here);
  expect(verifySignature).toHaveBeenCalledTimes(2);
});

describe('a provider that is away', () => {
  it('does not stop requests with a valid token for a day', async () => {
    const { clock, state, verify } = await setUp();
    const [key] = state.keys;
    expect(await verify(key!)).toBe('ok');
    state.isAway = true;
    for (const hours of [1, 2, 9, 11]) {
      clock.advance(hours * hourMs);
      expect(await verify(key!)).toBe('ok');
    }
    clock.advance(hourMs);
    expect(await verify(key!)).toBe('auth.provider_unreachable');
  });

  it('is asked again in the background, twice a minute at most', async () => {
    const { clock, state, asked, verify } = await setUp();
    const [key] = state.keys;
    await verify(key!);
    state.isAway = true;
    clock.advance(hourMs);
    asked.length = 0;
    const settled = async () => {
      await verify(key!);
      await eventually(() => expect(asked.length).toBeGreaterThan(0));
    };
    await settled();
    for (let count = 0; count < 20; count++) await verify(key!);
    const first = asked.length;
    // One request for the metadata, one for the keys.
    expect(first).toBeLessThanOrEqual(2);
    clock.advance(31_000);
    await verify(key!);
    await eventually(() => expect(asked.length).toBeGreaterThan(first));
  });

  it('and comes back with new keys is believed at once', async () => {
    const { clock, state, verify, untilLogged } = await setUp();
    const [before] = state.keys;
    await verify(before!);
    state.isAway = true;
    clock.advance(3 * hourMs);
    await verify(before!);
    await untilLogged();
    const after = await makeKey('second');
    state.keys = [after];
    state.isAway = false;
    clock.advance(minuteMs);
    expect(await verify(after)).toBe('ok');
    await eventually(async () => expect(await verify(before!)).toBe('auth.required'));
  });

  it('makes a token by an unknown key fail with auth.provider_unreachable, not with a refused token', async () => {
    const { clock, state, verify } = await setUp();
    await verify(state.keys[0]!);
    state.isAway = true;
    clock.advance(minuteMs);
    expect(await verify(await makeKey('unknown'))).toBe('auth.provider_unreachable');
  });
});

describe('keys', () => {
  it('that are unknown are read from the provider, once in half a minute', async () => {
    const { clock, state, verify, countOf } = await setUp();
    await verify(state.keys[0]!);
    clock.advance(minuteMs);
    const stranger = await makeKey('stranger');
    for (let count = 0; count < 10; count++) expect(await verify(stranger)).toBe('auth.required');
    expect(countOf('/keys')).toBe(2);
    clock.advance(31_000);
    await verify(stranger);
    expect(countOf('/keys')).toBe(3);
  });

  it('that the provider withdrew are believed no longer than ten minutes', async () => {
    const { clock, state, verify } = await setUp();
    const [withdrawn] = state.keys;
    await verify(withdrawn!);
    state.keys = [await makeKey('second')];
    clock.advance(10 * minuteMs);
    await verify(withdrawn!);
    await eventually(async () => expect(await verify(withdrawn!)).toBe('auth.required'));
  });

  it('are read only once for first requests at the same time', async () => {
    const { state, verify, countOf } = await setUp();
    const codes = await Promise.all([1, 2, 3].map(() => verify(state.keys[0]!)));
    expect(codes).toEqual(['ok', 'ok', 'ok']);
    expect([countOf('/keys'), countOf('/.well-known/openid-configuration')]).toEqual([1, 1]);
  });
});

describe('a code', () => {
  it('gives no tokens to a page that sent a nonce if the answer has no ID token, or one of another key', async () => {
    const { state, identity, refreshCode, tokenBy, exchangeCode } = await setUp();
    expect(await refreshCode('r1')).toBe('ok');
    expect(await exchangeCode(undefined)).toBe('ok');
    expect(await exchangeCode('n')).toBe('auth.code_rejected');
    const idTokenBy = async (key: Key) => {
      const id_token = await tokenBy(key, { aud: 'wort', nonce: 'n' });
      state.refresh = () => ({ id_token });
      return exchangeCode('n');
    };
    expect(await idTokenBy(state.keys[0]!)).toBe('ok');
    expect(await idTokenBy(await makeKey('stranger'))).toBe('auth.code_rejected');
    state.refresh = () => ({ id_token: 'none' });
    expect(await exchangeCode('n')).toBe('auth.code_rejected');
    // The page has no use for it.
    expect(await identity.refresh('r1', here)).not.toHaveProperty('id_token');
  });

  it('is not refused but not judged while the keys for its ID token cannot be read', async () => {
    const { state, tokenBy, exchangeCode } = await setUp();
    const id_token = await tokenBy(state.keys[0]!, { aud: 'wort', nonce: 'n' });
    state.refresh = () => ({ id_token });
    state.areKeysAway = true;
    expect(await exchangeCode('n')).toBe('auth.provider_unreachable');
  });
});

describe('a refresh', () => {
  it('by a provider that does not rotate keeps the refresh token', async () => {
    const { identity } = await setUp();
    expect(await identity.refresh('r1', here)).toEqual({
      access_token: 'at',
      refresh_token: 'r1',
      expires_in: 300,
    });
  });

  it('by one that rotates takes the new one', async () => {
    const { state, identity } = await setUp();
    state.refresh = (count) => ({ refresh_token: `r${count + 1}` });
    expect(await identity.refresh('r1', here)).toMatchObject({ refresh_token: 'r2' });
  });

  it('repeated by the same attempt is answered from memory; by another attempt it is a second use', async () => {
    const { clock, state, identity, refreshCode } = await setUp();
    state.refresh = (count) => (count === 1 ? { refresh_token: 'r2' } : null);
    const lost = await identity.refresh('r1', here, attempt);
    clock.advance(minuteMs);
    expect(await identity.refresh('r1', here, attempt)).toEqual({ ...lost, expires_in: 240 });
    await expect(identity.refresh('r1', here, otherAttempt)).rejects.toThrow(AppError);
    await expect(identity.refresh('r1', place('elsewhere'), attempt)).rejects.toThrow(AppError);
    expect(await refreshCode('r1')).toBe('auth.refresh_rejected');
  });

  it('is forgotten after ten minutes, and at once where it was refused', async () => {
    const { clock, state, identity, countOf } = await setUp();
    state.refresh = () => null;
    await expect(identity.refresh('r1', here, attempt)).rejects.toThrow(AppError);
    state.refresh = () => ({ refresh_token: 'r2' });
    await identity.refresh('r1', here, attempt);
    expect(countOf('/token')).toBe(2);
    clock.advance(10 * minuteMs);
    await identity.refresh('r1', here, attempt);
    expect(countOf('/token')).toBe(3);
  });
});
