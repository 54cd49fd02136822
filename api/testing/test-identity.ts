import { generateKeyPairSync, sign } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import { verifyAccessToken } from '#api/engines/identity/access-token.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { testIssuer, type UserRow } from './builders.ts';

const clientId = 'wortlaut';
const audience = 'http://localhost/api';
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates an identity provider with a key of the test. Its tokens pass the real checks. */
export function createTestIdentity(clock: Clock) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = createLocalJWKSet({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kty: 'EC', alg: 'ES256', use: 'sig' }],
  });

  const identity: IdentityProvider = {
    configFor: async () => ({
      issuer: testIssuer,
      authorization_endpoint: `${testIssuer}/auth`,
      end_session_endpoint: null,
      client_id: clientId,
      scope: 'openid',
      embedded: false,
    }),
    exchange: async () => {
      throw new AppError('auth.code_rejected');
    },
    refresh: async () => {
      throw new AppError('auth.refresh_rejected');
    },
    logout: async () => {},
    verify: (token, { host, tenant }, { isExpiredAllowed = false } = {}) =>
      verifyAccessToken(token, keys, {
        issuer: testIssuer,
        clientId,
        audience,
        isOfTenant: (name) => name === tenant.key || name === host,
        roleClaim: tenant.identity,
        clock,
        isExpiredAllowed,
      }),
  };

  /**
   * Returns a signed access token of a person, valid for 15 minutes of the test's clock. `claims` replace the default
   * ones.
   */
  const tokenFor = (user: UserRow, claims: Record<string, unknown> = {}): string => {
    const nowS = Math.floor(clock.now() / 1000);
    const payload = {
      iss: testIssuer,
      aud: audience,
      sub: user.sub,
      host: user.host,
      preferred_username: user.username,
      email: user.email,
      given_name: user.first_name,
      family_name: user.last_name,
      email_verified: user.email_verified === 1,
      iat: nowS,
      exp: nowS + 900,
      ...claims,
    };
    const signed = `${part({ alg: 'ES256', typ: 'at+jwt' })}.${part(payload)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };

  return {
    identity,
    tokenFor,
    bearer: (user: UserRow) => ({ authorization: `Bearer ${tokenFor(user)}` }),
  };
}
