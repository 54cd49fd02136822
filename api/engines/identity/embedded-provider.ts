import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Provider } from 'oidc-provider';
import type { Db } from '#api/db/open.ts';
import { hostName, originOf } from '#api/http/host.rules.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createOidcModelStore } from './oidc-model.store.ts';
import {
  createClientAdapter,
  toProviderConfiguration,
  type AccountClaims,
} from './provider-configuration.ts';
import { embeddedClientId } from './embedded-client.ts';
import { loadProviderKeys } from './provider-keys.ts';
import { nameStoredRefreshToken } from './refresh-token.store.ts';
import { ignoreResumeQuery } from './resume-query.ts';

type EmbeddedOptions = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Origin of the server's public address. The issuer is this origin with the path `/oidc`. */
  publicUrl: string;
  /** Returns the names that the row of the public address has, without those that begin with a star. */
  publicNames(): Promise<string[]>;
  /** File of the provider's keys, which is created at the first start. */
  keysPath: string;
  claimsOf(accountId: string): Promise<AccountClaims | undefined>;
};

/** A request of the form of the page, and the name of the public row that it is addressed to. */
type InteractionRequest = { incoming: IncomingMessage; outgoing: ServerResponse; name: string; uid: string };

export const embeddedPath = '/oidc';

export type EmbeddedProvider = ReturnType<typeof createEmbeddedProvider>;

/** Creates the OpenID provider of this process: authorization code with PKCE, rotating refresh tokens. */
export function createEmbeddedProvider(options: EmbeddedOptions) {
  const { publicUrl, log } = options;
  const issuer = publicUrl + embeddedPath;
  const audience = `${publicUrl}/api`;
  const models = createOidcModelStore(options.db, options.clock);
  const publicHost = hostName(new URL(publicUrl).host);
  const redirectUris = () => redirectUrisOf(options);
  const configuration = toProviderConfiguration({
    audience,
    keys: loadProviderKeys(options.keysPath),
    adapter: (kind) =>
      kind === 'Client' ? createClientAdapter(models.adapter(kind), redirectUris) : models.adapter(kind),
    claimsOf: options.claimsOf,
  });
  const provider = new Provider(issuer, configuration);
  provider.proxy = true;
  provider.use(ignoreResumeQuery);
  provider.use(nameStoredRefreshToken);
  const answer = provider.callback();

  provider.on('grant.revoked', (_ctx, grantId) => {
    models.endSessionsOfGrant(embeddedClientId, grantId).catch((error: unknown) => {
      log.error({ err: error }, 'auth: a session of the provider could not be ended');
    });
  });
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'auth: the provider failed'));

  const atName = (incoming: IncomingMessage, name: string) => readdress(incoming, originOf(publicUrl, name));

  /** Returns the interaction that the browser's cookie names, or null if it has another uid or has expired. */
  const interactionOf = async ({ incoming, outgoing, name, uid }: InteractionRequest) => {
    try {
      const interaction = await provider.interactionDetails(atName(incoming, name), outgoing);
      return interaction.uid === uid ? interaction : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };

  return {
    issuer,
    audience,

    /** Answers a request to a name of the public row. */
    handle(incoming: IncomingMessage, outgoing: ServerResponse, name = publicHost): Promise<void> {
      const request = atName(incoming, name);
      request.originalUrl = incoming.url ?? '/';
      request.url = request.originalUrl.slice(embeddedPath.length) || '/';
      return answer(request, outgoing);
    },

    isInteractionOpen: async (request: InteractionRequest) => (await interactionOf(request)) !== null,

    /**
     * Completes an interaction with this account. Returns the URL of the redirect, or null if the interaction has
     * expired.
     */
    async finishLogin(request: InteractionRequest, accountId: string) {
      const { incoming, outgoing, name } = request;
      const interaction = await interactionOf(request);
      if (!interaction) return null;
      await endOtherSession(provider, atName(incoming, name), outgoing, accountId);
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

/**
 * Returns where a sign-in may lead to. For a name that begins with a star that is only the name of the request itself,
 * because another server may have a name below it.
 */
async function redirectUrisOf({ publicUrl, publicNames }: EmbeddedOptions): Promise<string[]> {
  const requested = Provider.ctx ? [Provider.ctx.hostname] : [];
  const names = new Set([new URL(publicUrl).hostname, ...(await publicNames()), ...requested]);
  return [...names].map((name) => `${originOf(publicUrl, name)}/auth/callback`);
}

/**
 * Gives a request an address of the public row. The provider must see that address, whichever way the request came.
 */
function readdress(incoming: IncomingMessage, origin: string) {
  const { host, protocol } = new URL(origin);
  delete incoming.headers['x-forwarded-host'];
  incoming.headers.host = host;
  incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  return incoming as IncomingMessage & { originalUrl?: string };
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
