import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { dayMs, hourMs } from '#api/contract/time.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { providerUnreachable, type ProviderRequest } from './provider-request.ts';
import { createRemoteValue, type RemoteValue } from './remote-value.ts';

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  revocation_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
});
type Discovery = z.infer<typeof discoverySchema>;
/** `key` is one function for the life of an issuer, because verified tokens are remembered by it (`verified-tokens.ts`). */
type Issuer = { discovery: RemoteValue<Discovery>; key: JWTVerifyGetKey };

type Options = {
  request: ProviderRequest;
  clock: Clock;
  log: Log;
};

/**
 * Times, ms. While a provider is unreachable, its last metadata and keys are used for at most a day, even if it has
 * withdrawn a key meanwhile.
 */
const remote = { believedMs: dayMs, paceMs: 30_000 };
const discoveryFreshMs = hourMs;
const keysFreshMs = 600_000;
/** Largest age of the metadata, ms, at which the provider is not asked again whether it is there. */
const presentMs = 2_000;

/**
 * Caches metadata and keys of the providers, one provider per issuer URL. They are requested when a host first needs
 * them.
 */
export function createOidcIssuers({ request, clock, log }: Options) {
  const issuers = new Map<string, Issuer>();

  const createIssuer = (url: string): Issuer => {
    const onStale = (error: unknown, ageMs: number) =>
      log.warn(
        { err: error, age_ms: ageMs },
        'auth: the provider does not answer, its last metadata and keys are used',
      );
    const discovery = createRemoteValue({
      ...remote,
      clock,
      onStale,
      freshMs: discoveryFreshMs,
      read: () => readDiscovery(request, url),
    });
    const keys = createRemoteValue({
      ...remote,
      clock,
      onStale,
      freshMs: keysFreshMs,
      read: async () => readKeys(request, (await discovery.get()).jwks_uri),
    });
    return { discovery, key: keyFrom(keys) };
  };

  /** Only issuers that have answered once stay in the map, because a request may name any host. */
  const find = async (issuerUrl: string, read: (from: Issuer['discovery']) => Promise<Discovery>) => {
    const url = withoutSlash(issuerUrl);
    const issuer = issuers.get(url) ?? createIssuer(url);
    issuers.set(url, issuer);
    try {
      return { discovery: await read(issuer.discovery), key: issuer.key };
    } catch (error) {
      if (!issuer.discovery.isKnown()) issuers.delete(url);
      throw error;
    }
  };

  return {
    /** Returns the metadata of an issuer, and the function that finds the key of a token. */
    of: (issuerUrl: string) => find(issuerUrl, (from) => from.get()),
    /** Does the same, but asks the issuer again if its last answer is older than `presentMs`. @throws AppError auth.provider_unreachable if it is away */
    present: (issuerUrl: string) => find(issuerUrl, (from) => from.renew(presentMs)),
  };
}

/**
 * Returns an issuer without a slash at its end. Some providers call themselves so with one, and settings are written both
 * ways. Tokens are compared with what the provider calls itself.
 */
const withoutSlash = (issuer: string): string => issuer.replace(/\/+$/, '');

async function readDiscovery(request: ProviderRequest, issuer: string): Promise<Discovery> {
  const response = await request(`${issuer}/.well-known/openid-configuration`);
  const parsed = discoverySchema.safeParse(await response.json().catch(() => null));
  if (!response.ok || !parsed.success) throw providerUnreachable(parsed.error ?? response.status);
  if (withoutSlash(parsed.data.issuer) !== issuer)
    throw providerUnreachable(`The issuer calls itself ${parsed.data.issuer}.`);
  return parsed.data;
}

async function readKeys(request: ProviderRequest, url: string): Promise<JWTVerifyGetKey> {
  const response = await request(url);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw providerUnreachable(response.status);
  try {
    return createLocalJWKSet(body as JSONWebKeySet);
  } catch (cause) {
    throw providerUnreachable(cause);
  }
}

/**
 * Returns a function that finds the key of a token. An unknown key may be new, so the provider's keys are read again.
 */
const keyFrom =
  (keys: RemoteValue<JWTVerifyGetKey>): JWTVerifyGetKey =>
  async (protectedHeader, token) => {
    const known = await keys.get();
    try {
      return await known(protectedHeader, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await keys.renew())(protectedHeader, token);
    }
  };
