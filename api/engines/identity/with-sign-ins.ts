import { AppError } from '#api/lib/error.ts';
import type { IdentityProvider } from './identity.ts';
import type { SignInStore } from './sign-in.store.ts';

/**
 * Makes the embedded provider accept an access token only while its sign-in lasts. So a token ends at once when somebody signs
 * out, sets a new password or closes the account (`docs/decisions/identity.md`).
 */
export const withSignIns = (
  identity: IdentityProvider,
  signIns: Pick<SignInStore, 'holds'>,
): IdentityProvider => ({
  ...identity,
  async verify(token, at, options) {
    const claims = await identity.verify(token, at, options);
    // Only an older version, which a quarter of an hour ago still ran here, has issued tokens that name none. The page gets a new one.
    if (claims.signInId === undefined) throw new AppError('auth.token_expired');
    if (!(await signIns.holds(claims.signInId))) throw new AppError('auth.required');
    return claims;
  },
});
