import { join } from 'node:path';
import type { Embedded } from './interaction.routes.ts';
import { createAccounts } from './accounts.ts';
import { createFactorSignIn } from './factor-sign-in.ts';
import { createKnownDevices } from './known-device.ts';
import { createPasswords, type PasswordCost } from './password.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { loadSecretKey } from '#api/lib/secret-key.ts';
import type { DomainStore } from '#api/domain/domain.store.ts';
import { passkeyPlace } from '#api/second-factor/passkey-place.rules.ts';
import { createSecondFactors } from '#api/second-factor/second-factors.ts';
import { isHostName, originOf } from '#api/http/host.rules.ts';
import { openBackChannel } from '#api/engines/identity/back-channel.ts';
import { createEmbeddedProvider, embeddedPath } from '#api/engines/identity/embedded-provider.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import type { SignInPlace } from '#api/http/tenant.ts';
import { createIdentityRouter } from '#api/engines/identity/identity-router.ts';
import { createOidcIdentity } from '#api/engines/identity/oidc-identity.ts';
import { embeddedClientId } from '#api/engines/identity/embedded-client.ts';
import { embeddedScope } from '#api/engines/identity/provider-configuration.ts';
import { createSignInStore } from '#api/engines/identity/sign-in.store.ts';
import { hostToRealm, type RealmRule } from '#api/engines/identity/realm.rules.ts';

type OpenIdentity = {
  identity: IdentityProvider;
  embedded: Embedded | null;
  /** Origins of the environment's identity provider, for `form-action` of the Content-Security-Policy. */
  providerOrigins: string[];
  close(): Promise<void>;
};

/** Settings of sign-in (`api/config.ts`). If `oidcIssuer` is null, the embedded provider is used. */
type IdentityConfig = {
  oidcIssuer: string | null;
  oidcClientId: string | null;
  oidcRealmRules: RealmRule[];
  environment: string;
  publicUrl: string;
  dataDir: string;
  registration: 'open' | 'closed';
};

type Options = {
  config: IdentityConfig;
  db: Db;
  domains: Pick<DomainStore, 'publicTenant' | 'publicNames' | 'tenantOf'>;
  clock: Clock;
  log: Log;
  passwordCost?: PasswordCost;
};

/** Opens the provider of the environment, and puts those of the rows beside it. */
export async function openIdentity(options: Options): Promise<OpenIdentity> {
  const { oidcIssuer } = options.config;
  const own = oidcIssuer === null ? await openEmbedded(options) : openExternal(options, oidcIssuer);
  const identity = createIdentityRouter({
    own: own.identity,
    isEmbedded: own.embedded !== null,
    external: ({ issuer, client_id }) =>
      createOidcIdentity({
        ...externalSettings(options),
        issuerFor: () => issuer,
        clientId: client_id,
        hasRoles: true,
      }),
  });
  return { ...own, identity };
}

/** What all external providers have in common. */
const externalSettings = ({ domains, clock, log }: Options) => ({
  embedded: false,
  audience: null,
  scope: 'openid profile email',
  reach: (url: string) => url,
  keepAnswers: true,
  // The provider knows names of hosts. All names of a row are one tenant.
  isOfTenant: async (claim: unknown, { host, tenant }: SignInPlace) =>
    claim === host ||
    (typeof claim === 'string' && isHostName(claim) && (await domains.tenantOf(claim)).key === tenant.key),
  clock,
  log,
});

function openExternal(options: Options, issuer: string): OpenIdentity {
  const { oidcRealmRules, environment, oidcClientId } = options.config;
  const identity = createOidcIdentity({
    ...externalSettings(options),
    issuerFor: (host) => issuer.replaceAll('{realm}', hostToRealm(host, oidcRealmRules, environment)),
    clientId: oidcClientId ?? '',
    hasRoles: false,
  });
  const [scheme, , authority = ''] = issuer.split('/');
  return {
    identity,
    embedded: null,
    // A CSP source allows a wildcard only as the first label of the host name.
    providerOrigins: [`${scheme}//${authority.replace(/^.*\{realm\}[^.]*/, '*')}`],
    close: async () => {},
  };
}

async function openEmbedded({
  config,
  db,
  domains,
  clock,
  log,
  passwordCost,
}: Options): Promise<OpenIdentity> {
  const { publicUrl, registration } = config;
  const issuer = publicUrl + embeddedPath;
  const accounts = createAccounts({
    db,
    clock,
    passwords: createPasswords(passwordCost),
    tenant: domains.publicTenant,
    issuer,
    registration,
  });
  await accounts.followIssuer();
  const provider = createEmbeddedProvider({
    db,
    clock,
    log,
    publicUrl,
    publicNames: domains.publicNames,
    keysPath: join(config.dataDir, 'keys', 'oidc.json'),
    claimsOf: accounts.claimsOf,
  });
  const backChannel = await openBackChannel(publicUrl, provider.handle);
  const signIns = createSignInStore(db, clock);
  const key = loadSecretKey(config.dataDir, 'factor');
  const factors = createSecondFactors({ db, clock, log, key, passkeys: passkeyPlace(publicUrl) });
  const identity = createOidcIdentity({
    embedded: true,
    issuerFor: () => provider.issuer,
    clientId: embeddedClientId,
    audience: provider.audience,
    scope: embeddedScope,
    reach: backChannel.reach,
    keepAnswers: false,
    isOfTenant: (claim, { tenant }) => claim === tenant.key,
    isSignedIn: async ({ grant }) => typeof grant === 'string' && signIns.holds(grant),
    hasRoles: false,
    authorizationFor: (host) => `${originOf(publicUrl, host)}${embeddedPath}/auth`,
    clock,
    log,
  });
  return {
    identity,
    embedded: {
      provider,
      accounts,
      signIns,
      factors,
      factorSignIn: createFactorSignIn({ db, clock, accounts, factors }),
      devices: createKnownDevices(loadSecretKey(config.dataDir, 'device'), publicUrl.startsWith('https:')),
    },
    providerOrigins: [],
    close: () => backChannel.close(),
  };
}
