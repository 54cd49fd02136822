import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Provider } from 'oidc-provider';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createOidcModelStore } from './oidc-model.store.ts';
import { embeddedClientId, toProviderConfiguration, type AccountClaims } from './provider-configuration.ts';
import { loadProviderKeys } from './provider-keys.ts';
import { nameStoredRefreshToken } from './refresh-token.store.ts';

type EmbeddedOptions = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Origin of the server's public address. The issuer is this origin with the path `/oidc`. */
  publicUrl: string;
  /** File of the provider's keys, which is created at the first start. */
  keysPath: string;
  claimsOf(accountId: string): Promise<AccountClaims | undefined>;
};

export const embeddedPath = '/oidc';

export type EmbeddedProvider = ReturnType<typeof createEmbeddedProvider>;

/** Creates the OpenID provider of this process: authorization code with PKCE, rotating refresh tokens. */
export function createEmbeddedProvider(options: EmbeddedOptions) {
  const { publicUrl, log } = options;
  const issuer = publicUrl + embeddedPath;
  const audience = `${publicUrl}/api`;
  const models = createOidcModelStore(options.db, options.clock);
  const configuration = toProviderConfiguration({
    publicUrl,
    audience,
    keys: loadProviderKeys(options.keysPath),
    adapter: models.adapter,
    claimsOf: options.claimsOf,
  });
  const provider = new Provider(issuer, configuration);
  provider.proxy = true;
  provider.use(nameStoredRefreshToken);
  const answer = provider.callback();

  provider.on('grant.revoked', (_ctx, grantId) => {
    models.endSessionsOfGrant(embeddedClientId, grantId).catch((error: unknown) => {
      log.error({ err: error }, 'auth: a session of the provider could not be ended');
    });
  });
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'auth: the provider failed'));

  /** Gives a request the public address. The provider must see that address, whichever way the request came. */
  const atPublicUrl = (incoming: IncomingMessage) => {
    const { host, protocol } = new URL(publicUrl);
    delete incoming.headers['x-forwarded-host'];
    incoming.headers.host = host;
    incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    return incoming as IncomingMessage & { originalUrl?: string };
  };

  /** Returns the interaction that the browser's cookie names, or null if it has another uid or has expired. */
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

/** Ends the session that this browser has with another account. Otherwise the provider would ask on its own page. */
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
