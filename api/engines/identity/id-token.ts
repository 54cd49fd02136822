import { jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { isKeyTrouble, tokenAlgorithms } from './access-token.ts';

type Expected = { issuer: string; clientId: string; nonce: string; clock: Clock };

/**
 * Checks that an ID token belongs to the sign-in that the page began: it must name the page's nonce (OpenID Connect Core
 * 3.1.3.7). So a code of another sign-in is refused.
 * @throws AppError auth.code_rejected, auth.provider_unreachable (if the provider's keys cannot be read)
 */
export async function checkIdToken(
  token: string | undefined,
  keys: JWTVerifyGetKey,
  { issuer, clientId, nonce, clock }: Expected,
): Promise<void> {
  if (token === undefined) throw new AppError('auth.code_rejected', { cause: 'There is no ID token.' });
  const { payload } = await jwtVerify(token, keys, {
    algorithms: tokenAlgorithms,
    issuer,
    audience: clientId,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: 5,
    currentDate: new Date(clock.now()),
  }).catch((cause: unknown) => {
    throw new AppError(isKeyTrouble(cause) ? 'auth.provider_unreachable' : 'auth.code_rejected', { cause });
  });
  if (payload['nonce'] !== nonce)
    throw new AppError('auth.code_rejected', { cause: 'The nonce is another.' });
}
