import type { TokenResponse } from '#api/contract/auth.ts';
import type { Claims, IdentityProvider } from '#api/engines/identity/identity.ts';
import type { SignInPlace } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import type { UserStore } from '#api/user/user.store.ts';

type Deps = { identity: IdentityProvider; users: Pick<UserStore, 'isSignInLocked'>; log: Log };

/**
 * Refuses tokens that a provider has issued for a locked person, and revokes them. The provider does not know who is
 * locked. @throws AppError auth.forbidden, auth.provider_unreachable
 */
export async function refuseLocked(
  { identity, users, log }: Deps,
  { access_token, refresh_token }: TokenResponse,
  at: SignInPlace,
): Promise<void> {
  const claims = await holderOf(identity, access_token, at);
  if (!claims || !(await users.isSignInLocked(at.tenant.key, claims))) return;
  if (refresh_token)
    await identity
      .logout(refresh_token, at)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'auth: tokens of a locked person were not revoked'),
      );
  throw new AppError('auth.forbidden');
}

/**
 * Returns whose token this is. It may have expired, because the answer to a repeated refresh may be minutes old. Null if it
 * is no token of this tenant: nobody can use it.
 */
async function holderOf(identity: IdentityProvider, token: string, at: SignInPlace): Promise<Claims | null> {
  try {
    return await identity.verify(token, at, { isExpiredAllowed: true });
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth.required') return null;
    throw error;
  }
}
