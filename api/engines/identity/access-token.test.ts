import {
  generateKeyPair,
  exportJWK,
  createLocalJWKSet,
  SignJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '#api/testing/test-clock.ts';
import { verifyAccessToken, type Expected } from './access-token.ts';

const clock = testClock();
const expected: Expected = {
  issuer: 'https://id.example',
  clientId: 'wortlaut',
  audience: 'https://wort.example/api',
  isOfTenant: (host) => host === 'wort.example',
  roleClaim: null,
  clock,
};
const nowS = clock.now() / 1000;
const good: JWTPayload = {
  iss: expected.issuer,
  aud: 'https://wort.example/api',
  sub: 'petra',
  host: 'wort.example',
  exp: nowS + 60,
};

let key: CryptoKey;
let otherKey: CryptoKey;
let keys: ReturnType<typeof createLocalJWKSet>;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  otherKey = (await generateKeyPair('ES256')).privateKey;
  keys = createLocalJWKSet({ keys: [await exportJWK(pair.publicKey)] });
});

const sign = (payload: JWTPayload, signer = key) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'ES256' }).sign(signer);
const codeFor = (token: string, as = expected) =>
  verifyAccessToken(token, keys, as).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an access token', () => {
  it('is accepted when everything fits', async () => {
    const claims = await verifyAccessToken(await sign(good), keys, expected);
    expect(claims).toMatchObject({ sub: 'petra', username: 'petra', email: '', isEmailVerified: false });
  });

  it('is expired after its time, and the code says so', async () => {
    expect(await codeFor(await sign({ ...good, exp: nowS - 60 }))).toBe('auth.token_expired');
  });

  it('that has expired still tells whose it is, where that is asked', async () => {
    const token = await sign({ ...good, exp: nowS - 3600 });
    expect(await codeFor(token, { ...expected, isExpiredAllowed: true })).toBe('accepted');
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'https://other.example/api' }],
    ['another host', { host: 'other.example' }],
    ['no expiry', { exp: undefined }],
    ['no subject', { sub: undefined }],
  ])('is refused with %s', async (_what, change) => {
    const payload = Object.fromEntries(
      Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined),
    );
    expect(await codeFor(await sign(payload))).toBe('auth.required');
  });

  it('is refused when someone else signed it', async () => {
    expect(await codeFor(await sign(good, otherKey))).toBe('auth.required');
  });

  it('is refused unsigned, and signed with a shared secret', async () => {
    expect(await codeFor(`${part({ alg: 'none' })}.${part(good)}.`)).toBe('auth.required');
    const shared = await new SignJWT(good)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('the public key, known to everyone'));
    expect(await codeFor(shared)).toBe('auth.required');
    expect(await codeFor('rubbish')).toBe('auth.required');
  });

  it('without a known audience must name the client, and must not be an id token', async () => {
    const external = { ...expected, audience: null };
    expect(await codeFor(await sign({ ...good, aud: 'account', azp: 'wortlaut' }), external)).toBe(
      'accepted',
    );
    expect(await codeFor(await sign({ ...good, aud: 'account', azp: 'other' }), external)).toBe(
      'auth.required',
    );
    expect(await codeFor(await sign({ ...good, aud: 'wortlaut', typ: 'ID' }), external)).toBe(
      'auth.required',
    );
    expect(await codeFor(await sign({ ...good, aud: 'wortlaut', at_hash: 'x' }), external)).toBe(
      'auth.required',
    );
  });

  it("is not the token's fault when the keys cannot be had", async () => {
    const failing = async () => {
      throw new TypeError('fetch failed');
    };
    await expect(verifyAccessToken(await sign(good), failing, expected)).rejects.toMatchObject({
      code: 'auth.provider_unreachable',
    });
  });
});
