import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JWTVerifyGetKey } from 'jose';
import { expect, it } from 'vitest';
import { testClock } from '#api/testing/test-clock.ts';
import { verifyAccessToken, type Expected } from './access-token.ts';

/** A provider that counts how often its keys are asked for, which is once for each verification of a signature. */
async function world() {
  const clock = testClock();
  const pair = await generateKeyPair('ES256');
  const local = createLocalJWKSet({ keys: [await exportJWK(pair.publicKey)] });
  let asked = 0;
  const keys: JWTVerifyGetKey = (...given) => {
    asked += 1;
    return local(...given);
  };
  const expected: Expected = {
    issuer: 'https://id.example',
    clientId: 'wortlaut',
    audience: 'https://wort.example/api',
    isOfTenant: () => true,
    roleClaim: null,
    clock,
  };
  return {
    clock,
    keys,
    expected,
    asked: () => asked,
    sign: (lifeS: number, signer = pair.privateKey) =>
      new SignJWT({ aud: expected.audience ?? '', sub: 'petra' })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(expected.issuer)
        .setExpirationTime(clock.now() / 1000 + lifeS)
        .sign(signer),
  };
}

it('a signature is verified once in ten seconds', async () => {
  const { clock, keys, expected, asked, sign } = await world();
  const token = await sign(3_600);
  for (let call = 0; call < 10; call += 1) {
    expect(await verifyAccessToken(token, keys, expected)).toMatchObject({ sub: 'petra' });
    clock.advance(999);
  }
  expect(asked()).toBe(1);
  clock.advance(10);
  await verifyAccessToken(token, keys, expected);
  expect(asked()).toBe(2);
});

it('a token expires within these seconds too', async () => {
  const { clock, keys, expected, sign } = await world();
  const token = await sign(1);
  await verifyAccessToken(token, keys, expected);
  clock.advance(5_900);
  await verifyAccessToken(token, keys, expected);
  clock.advance(100);
  await expect(verifyAccessToken(token, keys, expected)).rejects.toMatchObject({
    code: 'auth.token_expired',
  });
});

it('the sign-in and the tenant are asked for at each call', async () => {
  const { keys, expected, sign } = await world();
  const token = await sign(3_600);
  await verifyAccessToken(token, keys, { ...expected, isSignedIn: () => Promise.resolve(true) });
  const over = { ...expected, isSignedIn: () => Promise.resolve(false) };
  await expect(verifyAccessToken(token, keys, over)).rejects.toMatchObject({ code: 'auth.required' });
});

it('another audience, and other keys, verify for themselves', async () => {
  const [one, other] = [await world(), await world()];
  const token = await one.sign(3_600);
  await verifyAccessToken(token, one.keys, one.expected);
  const elsewhere = { ...one.expected, audience: 'https://other.example/api' };
  await expect(verifyAccessToken(token, one.keys, elsewhere)).rejects.toMatchObject({
    code: 'auth.required',
  });
  await expect(verifyAccessToken(token, other.keys, one.expected)).rejects.toMatchObject({
    code: 'auth.required',
  });
});

it('what was refused is not remembered, nor is an expired token that is allowed to say whose it is', async () => {
  const { clock, keys, expected, asked, sign } = await world();
  const foreign = await sign(3_600, (await generateKeyPair('ES256')).privateKey);
  for (let call = 0; call < 2; call += 1)
    await expect(verifyAccessToken(foreign, keys, expected)).rejects.toMatchObject({ code: 'auth.required' });
  expect(asked()).toBe(2);

  const token = await sign(1);
  clock.advance(60_000);
  await verifyAccessToken(token, keys, { ...expected, isExpiredAllowed: true });
  await expect(verifyAccessToken(token, keys, expected)).rejects.toMatchObject({
    code: 'auth.token_expired',
  });
});
