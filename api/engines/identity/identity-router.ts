import type { DomainIdentity } from '#api/contract/domain.ts';
import { AppError } from '#api/lib/error.ts';
import type { IdentityProvider } from './identity.ts';
import type { SignInPlace } from '#api/http/tenant.ts';

type Providers = {
  /** The provider of the environment. */
  own: IdentityProvider;
  /** Whether that is the embedded one, which serves the host of `PUBLIC_URL` and the other names of its row. */
  isEmbedded: boolean;
  /** Creates the provider of a row. */
  external(identity: DomainIdentity): IdentityProvider;
};

/** Returns the provider that the row of a host names; null if it names none. The embedded provider is not replaced by a row. */
export const providerOfRow = (
  { isPublic, identity }: SignInPlace['tenant'],
  isEmbedded: boolean,
): DomainIdentity | null => (isPublic && isEmbedded ? null : identity);

/**
 * Passes each call to the provider of its tenant (`docs/decisions/identity.md`). Where no provider signs people in, tokens
 * are refused as those of a stranger are, and the sign-in says why.
 */
export function createIdentityRouter({ own, isEmbedded, external }: Providers): IdentityProvider {
  const ofRows = new Map<string, IdentityProvider>();

  const ofRow = (identity: DomainIdentity): IdentityProvider => {
    const key = JSON.stringify([identity.issuer, identity.client_id]);
    const provider = ofRows.get(key) ?? external(identity);
    ofRows.set(key, provider);
    return provider;
  };

  const providerOf = ({ tenant }: SignInPlace): IdentityProvider | null => {
    const identity = providerOfRow(tenant, isEmbedded);
    if (identity) return ofRow(identity);
    return isEmbedded && !tenant.isPublic ? null : own;
  };
  const orElse = (
    provider: IdentityProvider | null,
    code: 'not_configured' | 'required' | 'refresh_rejected',
  ) => {
    if (!provider) throw new AppError(`auth.${code}`);
    return provider;
  };

  return {
    configFor: async (at) => orElse(providerOf(at), 'not_configured').configFor(at),
    exchange: async (grant, at) => orElse(providerOf(at), 'not_configured').exchange(grant, at),
    refresh: async (token, at, attempt) =>
      orElse(providerOf(at), 'refresh_rejected').refresh(token, at, attempt),
    logout: async (token, at) => orElse(providerOf(at), 'not_configured').logout(token, at),
    verify: async (token, at, options) => orElse(providerOf(at), 'required').verify(token, at, options),
  };
}
