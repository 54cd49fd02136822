import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose';
import { otherHost, type RouteWorld } from './route-world.ts';

/** Somebody who must not enter: what their requests carry, and what a guarded route answers. */
export type Intruder = { headers: Record<string, string>; answer: string };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns what signs tokens as the embedded provider does, with its own key. */
export async function forger({ dataDir, people }: RouteWorld) {
  const { signing } = JSON.parse(await readFile(join(dataDir, 'keys', 'oidc.json'), 'utf8')) as {
    signing: { x: string; y: string };
  };
  const own = await importJWK(signing, 'ES256');
  const header = { ...decodeProtectedHeader(people.owner.access), alg: 'ES256' };
  const claims = decodeJwt(people.owner.access);
  const sign = (changed: JWTPayload = {}, key = own) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader(header).sign(key);
  return { sign, claims, publicKey: Buffer.from(signing.x + signing.y, 'base64url'), kid: header.kid };
}

/**
 * Returns those whom no guarded route lets in. All carry a token of the owner but for one thing, so that nothing else is
 * the reason.
 */
export async function intrudersOf(world: RouteWorld): Promise<Record<string, Intruder>> {
  const { people } = world;
  const { sign, claims, publicKey, kid } = await forger(world);
  const { privateKey: unknown } = await generateKeyPair('ES256');
  const [head = '', body = '', signature = ''] = people.owner.access.split('.');
  const nowS = Math.floor(Date.now() / 1000);
  const required = (headers: Record<string, string>): Intruder => ({ headers, answer: '401 auth.required' });
  const byPublicKey = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...(kid ? { kid } : {}) })
    .sign(publicKey);
  const elsewhere = { ...claims, host: otherHost };
  return {
    nobody: required({}),
    'another kind of credentials': required({ authorization: `Basic ${btoa('owner:secret')}` }),
    'no token': required(bearer('x.y.z')),
    'the refresh token': required(bearer(people.owner.refresh)),
    'a person of another host': required(bearer(people.neighbour.access)),
    'the owner, with a token for another host': required(bearer(await sign({ host: otherHost }))),
    'the owner, at another host': required({ ...bearer(people.owner.access), 'x-forwarded-host': otherHost }),
    'an expired token': {
      headers: bearer(await sign({ iat: nowS - 1_000, exp: nowS - 60 })),
      answer: '401 auth.token_expired',
    },
    'a token without an end': required(bearer(await sign({ exp: undefined }))),
    'another issuer': required(bearer(await sign({ iss: world.issuer.issuer }))),
    'a token of another issuer': required(
      bearer(await world.issuer.sign({ ...claims, sub: String(claims.sub) })),
    ),
    'another audience': required(bearer(await sign({ aud: `${world.url}/other` }))),
    'the audience of an id token': required(bearer(await sign({ aud: 'wortlaut', nonce: 'n' }))),
    'alg none': required(bearer(`${part({ alg: 'none', typ: 'at+jwt' })}.${body}.`)),
    'alg none with the signature': required(
      bearer(`${part({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`),
    ),
    'a signature by the public key': required(bearer(byPublicKey)),
    'a signature by an unknown key': required(bearer(await sign({}, unknown))),
    'no signature': required(bearer(`${head}.${body}.`)),
    'other claims under the signature': required(bearer(`${head}.${part(elsewhere)}.${signature}`)),
    'somebody who has signed out': required(bearer(people.left.access)),
    'a sign-in that never was': required(bearer(await sign({ grant: 'none' }))),
    'a token without its sign-in': required(bearer(await sign({ grant: undefined }))),
    'a locked person': { headers: bearer(people.locked.access), answer: '403 auth.forbidden' },
  };
}
