import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type TokenProvider = {
  /** Settings of a server that takes its tokens: each host below `wort.example` has a realm of its own. */
  env: Record<string, string>;
  /** Returns an access token that is valid for two hours. The realm of `a.wort.example` is `a`; other hosts have `main`. */
  token(realm: string, sub: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts an external identity provider that publishes its metadata and keys. Tokens are made without any sign-in. */
export async function startTokenProvider(): Promise<TokenProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
  const server = createServer(({ url = '' }, response) => {
    const issuer = `${origin}${/^\/realms\/[^/]+/.exec(url)?.[0] ?? ''}`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(url.endsWith('/keys') ? { keys } : metadata));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      OIDC_ISSUER: `${origin}/realms/{realm}`,
      OIDC_CLIENT_ID: 'wort',
      OIDC_REALM_RULES: '.wort.example={name},*=main',
      TRUST_PROXY: 'true',
    },
    token: (realm, sub) =>
      new SignJWT({ azp: 'wort', email: `${sub}@${realm}.example`, preferred_username: sub })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(`${origin}/realms/${realm}`)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
