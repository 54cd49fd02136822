import { errorCatalogue } from '#api/contract/errors.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Provider, type Configuration } from 'oidc-provider';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { AppError } from '#api/lib/error.ts';
import { toSignInError } from '#api/storage/storage-error.ts';
import { createOidcModelStore } from './oidc-model.store.ts';
import { loadProviderKeys } from './provider-keys.ts';
import { nameStoredRefreshToken, rotateRefreshToken } from './refresh-token.store.ts';

export type AccountClaims = {
  sub: string;
  host: string;
  preferred_username: string;
  email: string;
  given_name: string;
  family_name: string;
  email_verified: boolean;
};

export type EmbeddedOptions = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Origin of the server. The issuer is this with `/oidc`. */
  publicUrl: string;
  /** File of the keys, created at the first start. */
  keysPath: string;
  claimsOf(accountId: string): Promise<AccountClaims | undefined>;
};

export const embeddedPath = '/oidc';
export const embeddedClientId = 'wortlaut';
export const embeddedScope = 'openid profile email';

/** Lifetime of an unfinished sign-in, s. Short, because anybody may begin one, and each leaves a row. */
export const interactionS = 15 * 60;
const accessTokenS = 15 * 60;
const dayS = 86_400;

export type EmbeddedProvider = ReturnType<typeof createEmbeddedProvider>;

/** OpenID provider in this process: authorization code with PKCE, rotating refresh tokens. */
export function createEmbeddedProvider(options: EmbeddedOptions) {
  const { publicUrl, log } = options;
  const issuer = publicUrl + embeddedPath;
  const audience = `${publicUrl}/api`;
  const models = createOidcModelStore(options.db, options.clock);
  const provider = new Provider(issuer, configurationOf(options, models, audience));
  provider.proxy = true;
  provider.use(nameStoredRefreshToken);
  const answer = provider.callback();

  provider.on('grant.revoked', (_ctx, grantId) => {
    models.endSessionsOfGrant(embeddedClientId, grantId).catch((error: unknown) => {
      log.error({ err: error }, 'auth: a session of the provider could not be ended');
    });
  });
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'auth: the provider failed'));

  /** The provider must see the public address, whatever connection the request came by. */
  const atPublicUrl = (incoming: IncomingMessage) => {
    const { host, protocol } = new URL(publicUrl);
    delete incoming.headers['x-forwarded-host'];
    incoming.headers.host = host;
    incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    return incoming as IncomingMessage & { originalUrl?: string };
  };

  /** The interaction of the browser's cookie, if it has this uid. */
  const interactionOf = async (incoming: IncomingMessage, outgoing: ServerResponse, uid: string) => {
    try {
      const interaction = await provider.interactionDetails(atPublicUrl(incoming), outgoing);
      return interaction.uid === uid ? interaction : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };

  return {
    issuer,
    audience,

    handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      const request = atPublicUrl(incoming);
      request.originalUrl = incoming.url ?? '/';
      request.url = request.originalUrl.slice(embeddedPath.length) || '/';
      return answer(request, outgoing);
    },

    isInteractionOpen: async (incoming: IncomingMessage, outgoing: ServerResponse, uid: string) =>
      (await interactionOf(incoming, outgoing, uid)) !== null,

    /**
     * Completes an interaction with this account. Returns the URL of the redirect, or null if the interaction has
     * expired.
     */
    async finishLogin(incoming: IncomingMessage, outgoing: ServerResponse, uid: string, accountId: string) {
      const interaction = await interactionOf(incoming, outgoing, uid);
      if (!interaction) return null;
      await endOtherSession(provider, atPublicUrl(incoming), outgoing, accountId);
      if (interaction.session && interaction.session.accountId !== accountId) {
        delete interaction.session;
        await interaction.persist();
      }
      return provider.interactionResult(
        incoming,
        outgoing,
        { login: { accountId } },
        { mergeWithLastSubmission: false },
      );
    },
  };
}

/** Ends the session of another account in this browser; otherwise the provider would ask on its own page. */
async function endOtherSession(
  provider: Provider,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  accountId: string,
): Promise<void> {
  const { cookies } = provider.createContext(incoming, outgoing);
  const sessionId = cookies.get(provider.cookieName('session'), { signed: true });
  const session = sessionId ? await provider.Session.find(sessionId) : undefined;
  if (session?.accountId && session.accountId !== accountId) await session.destroy();
}

function configurationOf(
  { publicUrl, keysPath, claimsOf }: EmbeddedOptions,
  models: ReturnType<typeof createOidcModelStore>,
  audience: string,
): Configuration {
  const keys = loadProviderKeys(keysPath);
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', signed: true } as const;
  return {
    adapter: models.adapter,
    clients: [
      {
        client_id: embeddedClientId,
        redirect_uris: [`${publicUrl}/auth/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [{ ...keys.signing, use: 'sig', alg: 'ES256' }] },
    cookies: {
      keys: keys.cookies,
      names: {
        session: 'wortlaut_session',
        interaction: 'wortlaut_interaction',
        resume: 'wortlaut_resume',
      },
      long: cookie,
      short: cookie,
    },
    scopes: embeddedScope.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
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
    interactions: { url: (_ctx, { uid }) => `/signin?interaction=${encodeURIComponent(uid)}` },
    async findAccount(_ctx, id) {
      const claims = await claimsOf(id);
      return claims ? { accountId: id, claims: () => claims } : undefined;
    },
    async extraTokenClaims(_ctx, token) {
      return 'accountId' in token && token.accountId ? await claimsOf(token.accountId) : undefined;
    },
    issueRefreshToken: () => true,
    rotateRefreshToken,
    expiresWithSession: () => false,
    // The only client is our own page, so consent is implied.
    async loadExistingGrant({ oidc }) {
      const clientId = oidc.client?.clientId ?? embeddedClientId;
      const grantId = oidc.session?.grantIdFor(clientId);
      const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined;
      if (existing || !oidc.session?.accountId) return existing;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(embeddedScope);
      await grant.save();
      return grant;
    },
    renderError(ctx, out, error) {
      const failure = toSignInError(error);
      // A server failure (503) must not look like a failed sign-in.
      const name =
        failure instanceof AppError && errorCatalogue[failure.code][0] === 503 ? 'server' : out.error;
      ctx.status = 303;
      ctx.redirect(`/signin?error=${encodeURIComponent(name)}`);
    },
    ttl: {
      AccessToken: accessTokenS,
      AuthorizationCode: 60,
      IdToken: accessTokenS,
      Interaction: interactionS,
      RefreshToken: 14 * dayS,
      Session: 14 * dayS,
      Grant: 365 * dayS,
    },
  };
}
