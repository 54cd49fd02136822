import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { toOneLine } from '#api/contract/one-line.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { DomainIdentity } from '#api/contract/domain.ts';
import { AppError } from '#api/lib/error.ts';
import type { Claims } from './identity.ts';
import { rolesOfClaim } from './role-claim.rules.ts';
import { clockToleranceS, recentPayload, rememberPayload } from './verified-tokens.ts';

/**
 * Accepted signature algorithms. All are asymmetric. With HS* anybody who knows the public key could sign; with `none`
 * anybody.
 */
export const tokenAlgorithms = ['ES256', 'ES384', 'RS256', 'RS384', 'PS256', 'PS384', 'EdDSA', 'Ed25519'];

export type Expected = {
  issuer: string;
  clientId: string;
  /** Audience that the token must have. Null if the provider sets none: then the token must name the client id. */
  audience: string | null;
  /** Whether the claim `host` of a token stands for the tenant of the request. A token without this claim fits. */
  isOfTenant(host: unknown): boolean | Promise<boolean>;
  /** Whether the sign-in that the token belongs to has not ended. Only the embedded provider knows that. */
  isSignedIn?(payload: JWTPayload): Promise<boolean>;
  /** Where the roles stand in the token; null if it has none. */
  roleClaim: Pick<DomainIdentity, 'role_claim' | 'roles'> | null;
  clock: Clock;
  isExpiredAllowed?: boolean;
};

/**
 * Verifies a JWT access token (RFC 9068): signature, algorithm, issuer, audience, expiry, tenant, and that its sign-in has not ended.
 * @throws AppError auth.token_expired, auth.required, auth.provider_unreachable (if the provider's keys cannot be read)
 */
export async function verifyAccessToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Expected,
): Promise<Claims> {
  const payload = await checkSignature(token, keys, expected);
  const isForUs = expected.audience !== null || namesClient(payload, expected.clientId);
  if (!isForUs || isIdToken(payload)) throw new AppError('auth.required');
  const { host } = payload;
  if (host !== undefined && !(await expected.isOfTenant(host))) throw new AppError('auth.required');
  if (expected.isSignedIn && !(await expected.isSignedIn(payload))) throw new AppError('auth.required');
  return payloadToClaims(payload, expected.roleClaim);
}

async function checkSignature(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, clock, isExpiredAllowed = false }: Expected,
): Promise<JWTPayload> {
  const nowMs = clock.now();
  const against = { token, issuer, audience };
  const recent = recentPayload(keys, against, nowMs);
  if (recent) return recent;
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: tokenAlgorithms,
      issuer,
      ...(audience === null ? {} : { audience }),
      requiredClaims: ['sub', 'exp'],
      clockTolerance: isExpiredAllowed ? Number.MAX_SAFE_INTEGER : clockToleranceS,
      currentDate: new Date(nowMs),
    });
    if (!isExpiredAllowed) rememberPayload(keys, against, { payload, nowMs });
    return payload;
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw new AppError('auth.token_expired', { cause });
    if (isKeyTrouble(cause)) throw new AppError('auth.provider_unreachable', { cause });
    throw new AppError('auth.required', { cause });
  }
}

// The remote key set throws a plain JOSEError for a response other than 200.
export const isKeyTrouble = (cause: unknown): boolean =>
  cause instanceof errors.JWKSTimeout ||
  cause instanceof errors.JWKSInvalid ||
  !(cause instanceof errors.JOSEError) ||
  cause.constructor === errors.JOSEError;

const namesClient = (payload: JWTPayload, clientId: string): boolean =>
  [payload.aud, payload['azp'], payload['client_id']].flat().includes(clientId);

// An ID token also has the client as its audience, so it is recognised by claims that only ID tokens have. Keycloak says what
// a token is (`typ`), and up to version 24 its access tokens had the nonce too.
const isIdToken = (payload: JWTPayload): boolean =>
  payload['typ'] !== 'Bearer' &&
  (payload['typ'] === 'ID' || payload['at_hash'] !== undefined || payload['nonce'] !== undefined);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const name = (value: unknown): string => toOneLine(text(value));

function payloadToClaims(payload: JWTPayload, roleClaim: Expected['roleClaim']): Claims {
  return {
    issuer: text(payload.iss),
    sub: text(payload.sub),
    username: name(payload['preferred_username']) || text(payload['email']) || text(payload.sub),
    email: text(payload['email']),
    firstName: name(payload['given_name']),
    lastName: name(payload['family_name']),
    isEmailVerified: payload['email_verified'] === true,
    roles: roleClaim === null ? [] : rolesOfClaim(payload, roleClaim),
    ...(typeof payload['grant'] === 'string' ? { signInId: payload['grant'] } : {}),
  };
}
