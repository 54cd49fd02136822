import { join } from 'node:path';
import type { Embedded } from './interaction.routes.ts';
import { createAccounts } from './accounts.ts';
import { createKnownDevices } from './known-device.ts';
import { createPasswords, type PasswordCost } from './password.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { loadSecretKey } from '#api/lib/secret-key.ts';
import type { DomainStore } from '#api/domain/domain.store.ts';
import { openBackChannel } from '#api/engines/identity/back-channel.ts';
import { createEmbeddedProvider, embeddedPath } from '#api/engines/identity/embedded-provider.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import { createOidcIdentity } from '#api/engines/identity/oidc-identity.ts';
import { embeddedClientId, embeddedScope } from '#api/engines/identity/provider-configuration.ts';
import { hostToRealm, type RealmRule } from '#api/engines/identity/realm.rules.ts';

type OpenIdentity = {
  identity: IdentityProvider;
  embedded: Embedded | null;
  /** Origins of the identity provider, for `form-action` of the Content-Security-Policy. */
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
  domains: Pick<DomainStore, 'publicTenant'>;
  clock: Clock;
  log: Log;
  passwordCost?: PasswordCost;
};

export function openIdentity(options: Options): Promise<OpenIdentity> {
  return options.config.oidcIssuer === null
    ? openEmbedded(options)
    : openExternal(options, options.config.oidcIssuer);
}

async function openExternal({ config, clock, log }: Options, issuer: string): Promise<OpenIdentity> {
  const { oidcRealmRules, environment } = config;
  const identity = createOidcIdentity({
    issuerFor: (host) => issuer.replaceAll('{realm}', hostToRealm(host, oidcRealmRules, environment)),
    clientId: config.oidcClientId ?? '',
    audience: null,
    scope: 'openid profile email',
    reach: (url) => url,
    keepAnswers: true,
    clock,
    log,
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
  const accounts = createAccounts({
    db,
    clock,
    passwords: createPasswords(passwordCost),
    tenant: domains.publicTenant,
    issuer: publicUrl + embeddedPath,
    registration,
  });
  const provider = createEmbeddedProvider({
    db,
    clock,
    log,
    publicUrl,
    keysPath: join(config.dataDir, 'keys', 'oidc.json'),
    claimsOf: accounts.claimsOf,
  });
  const backChannel = await openBackChannel(publicUrl, provider.handle);
  const identity = createOidcIdentity({
    issuerFor: () => provider.issuer,
    clientId: embeddedClientId,
    audience: provider.audience,
    scope: embeddedScope,
    reach: backChannel.reach,
    keepAnswers: false,
    clock,
    log,
  });
  return {
    identity,
    embedded: {
      provider,
      accounts,
      devices: createKnownDevices(loadSecretKey(config.dataDir, 'device'), publicUrl.startsWith('https:')),
    },
    providerOrigins: [],
    close: () => backChannel.close(),
  };
}
