import { errors, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { errorCatalogue } from '#api/contract/errors.ts';
import { AppError } from '#api/lib/error.ts';
import { toSignInError } from '#api/storage/storage-error.ts';
import { embeddedClientId } from './embedded-client.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { rotateRefreshToken } from './refresh-token.store.ts';

export type AccountClaims = {
  sub: string;
  host: string;
  preferred_username: string;
  email: string;
  given_name: string;
  family_name: string;
  email_verified: boolean;
};

export const embeddedScope = 'openid profile email';

/**
 * Lifetime of an unfinished sign-in, s. It is short, because anybody may begin one, and each leaves a row in the
 * database.
 */
export const interactionS = 15 * 60;
const accessTokenS = 15 * 60;
const dayS = 86_400;

type Options = {
  /** Audience of the access tokens. */
  audience: string;
  keys: ProviderKeys;
  adapter(kind: string): Adapter;
  claimsOf(accountId: string): Promise<AccountClaims | undefined>;
};

/** Returns the configuration of the embedded provider. */
export const toProviderConfiguration = (options: Options): Configuration => ({
  adapter: options.adapter,
  ...clientSettings,
  ...keySettings(options.keys),
  ...tokenSettings(options.audience),
  ...accountSettings(options.claimsOf),
  interactions: { url: (_ctx, { uid }) => `/signin?interaction=${encodeURIComponent(uid)}` },
  loadExistingGrant,
  renderError,
});

const clientSettings: Configuration = {
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  pkce: { required: () => true },
  responseTypes: ['code'],
};

/**
 * Returns the storage of clients. The only client is our own page, a public client: it has no secret and must use PKCE.
 * `redirectUris` is asked at each request, because the names of a host may change.
 */
export const createClientAdapter = (stored: Adapter, redirectUris: () => Promise<string[]>): Adapter => ({
  ...stored,
  find: async (id) =>
    id === embeddedClientId
      ? {
          client_id: embeddedClientId,
          redirect_uris: await redirectUris(),
          response_types: ['code'],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'none',
          id_token_signed_response_alg: 'ES256',
        }
      : undefined,
});

const cookie = { httpOnly: true, sameSite: 'lax', path: '/', signed: true } as const;

const keySettings = ({ signing, cookies }: ProviderKeys): Configuration => ({
  jwks: { keys: [{ ...signing, use: 'sig', alg: 'ES256' }] },
  cookies: {
    keys: cookies,
    names: {
      session: 'wortlaut_session',
      interaction: 'wortlaut_interaction',
      resume: 'wortlaut_resume',
    },
    long: cookie,
    short: cookie,
  },
});

const tokenSettings = (audience: string): Configuration => ({
  features: {
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== audience) throw new errors.InvalidTarget();
        return {
          scope: '',
          audience,
          accessTokenTTL: accessTokenS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        };
      },
    },
  },
  issueRefreshToken: () => true,
  rotateRefreshToken,
  expiresWithSession: () => false,
  ttl: {
    AccessToken: accessTokenS,
    AuthorizationCode: 60,
    IdToken: accessTokenS,
    Interaction: interactionS,
    RefreshToken: 14 * dayS,
    Session: 14 * dayS,
    Grant: 365 * dayS,
  },
});

const accountSettings = (claimsOf: Options['claimsOf']): Configuration => ({
  scopes: embeddedScope.split(' '),
  claims: {
    openid: ['sub'],
    profile: ['preferred_username', 'given_name', 'family_name'],
    email: ['email', 'email_verified'],
  },
  async findAccount(_ctx, id) {
    const claims = await claimsOf(id);
    return claims ? { accountId: id, claims: () => claims } : undefined;
  },
  async extraTokenClaims(_ctx, token) {
    if (!('accountId' in token) || !token.accountId) return undefined;
    // The API asks by the grant whether the sign-in has ended since.
    return { ...(await claimsOf(token.accountId)), grant: token.grantId };
  },
});

/**
 * Returns the grant of the session. A missing one is created: the only client is our own page, so consent is implied.
 */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const clientId = oidc.client?.clientId ?? embeddedClientId;
  const grantId = oidc.session?.grantIdFor(clientId);
  const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined;
  if (existing || !oidc.session?.accountId) return existing;
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(embeddedScope);
  await grant.save();
  return grant;
}

/** Redirects to our sign-in page, which shows the error. A server failure (503) must not look like a failed sign-in. */
const renderError: Configuration['renderError'] = (ctx, out, error) => {
  const failure = toSignInError(error);
  const isServerFailure = failure instanceof AppError && errorCatalogue[failure.code][0] === 503;
  ctx.status = 303;
  ctx.redirect(`/signin?error=${encodeURIComponent(isServerFailure ? 'server' : out.error)}`);
};
