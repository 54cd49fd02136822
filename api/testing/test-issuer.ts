import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { onTestFinished } from 'vitest';

/** What a test issuer writes into the tokens of a person, besides the registered claims. */
export type IssuerClaims = Record<string, unknown> & { sub: string };

/**
 * Starts an external OpenID provider that signs its tokens with a key of its own. The code that it takes is the `sub` of a
 * person in `people`. `path` is what follows the origin in its name.
 */
export async function startTestIssuer(clientId: string, path = '') {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: clientId, alg: 'ES256' };
  const people = new Map<string, IssuerClaims>();
  const revoked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const answer = (body: unknown, status = 200) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const work = async () => {
      if (incoming.url?.endsWith('/.well-known/openid-configuration')) return answer(discovery);
      if (incoming.url === '/keys') return answer({ keys: [jwk] });
      const form = new URLSearchParams(await text(incoming));
      if (incoming.url === '/revoke') {
        revoked.push(form.get('token') ?? '');
        return answer({});
      }
      const sub = form.get('code') ?? form.get('refresh_token')?.replace(/^r-/, '');
      const claims = people.get(sub ?? '');
      if (!claims || form.get('client_id') !== clientId || revoked.includes(`r-${sub}`))
        return answer({}, 400);
      return answer({ access_token: await sign(claims), refresh_token: `r-${sub}`, expires_in: 300 });
    };
    work().catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = origin + path;
  const discovery = {
    issuer,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    revocation_endpoint: `${origin}/revoke`,
  };
  const sign = (claims: IssuerClaims & { iss?: string }) =>
    new SignJWT({ azp: clientId, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: clientId })
      .setIssuer(claims.iss ?? issuer)
      .setExpirationTime('5m')
      .sign(privateKey);
  return { issuer, origin, people, revoked, sign };
}
