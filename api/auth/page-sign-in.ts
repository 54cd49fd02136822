import { providerOfRow } from '#api/engines/identity/identity-router.ts';
import { contentSecurityPolicy, issuerOrigins } from '#api/http/headers.rules.ts';
import type { Tenant } from '#api/http/tenant.ts';
import type { Log } from '#api/lib/log.ts';

type Options = {
  tenantOf(host: string): Promise<Tenant>;
  /** Whether the environment's provider is the embedded one. */
  isEmbedded: boolean;
  log: Log;
};

/** What the page of a host depends on in its identity provider. */
export function createPageSignIn({ tenantOf, isEmbedded, log }: Options) {
  return {
    /**
     * Returns the content security policy of the page on a host whose row names a provider; null if the policy of the
     * environment holds. The page is served even if the database cannot be read, because it can say what is wrong.
     */
    async policyOf(host: string): Promise<string | null> {
      try {
        const identity = providerOfRow(await tenantOf(host), isEmbedded);
        return identity && contentSecurityPolicy(issuerOrigins(identity.issuer));
      } catch (error) {
        log.warn({ err: error }, 'auth: the provider of a host could not be read, the page allows none');
        return contentSecurityPolicy([]);
      }
    },

    /** Whether a host has a row, and with it a provider. */
    async hasSignIn(host: string): Promise<boolean> {
      const tenant = await tenantOf(host).catch(() => null);
      return tenant !== null && tenant.hasRow && (tenant.isPublic || tenant.identity !== null);
    },
  };
}
