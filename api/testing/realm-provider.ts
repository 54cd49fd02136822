import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Provider } from 'oidc-provider';
import { personOf, realmKey, toRealmConfiguration, type RealmPerson } from './realm-configuration.ts';

export const realmClient = 'wort';
export const realmPassword = 'ein langes Kennwort';

export type Realms = Awaited<ReturnType<typeof startRealms>>;

/**
 * Starts an OpenID provider with the addresses and habits of Keycloak: issuers `/realms/NAME`, `session_state` beside the
 * code and the tokens, refresh tokens that stay the same, access tokens for the audience `account`, a form and an end of the
 * session of its own. Everybody may sign in with `realmPassword`. A realm begins when it is first asked for.
 */
export async function startRealms() {
  const key = realmKey();
  const clients: string[] = [];
  const realms = new Map<string, Realm>();
  let late = { path: '', ms: 0 };
  const server = createServer((incoming, outgoing) => {
    const work = async () => {
      const { url = '' } = incoming;
      if (late.ms && url.endsWith(late.path)) await wait(late.ms);
      const [, name] = /^\/realms\/([\w-]+)/.exec(url) ?? [];
      if (!name) return void outgoing.writeHead(404).end();
      const realm = realms.get(name) ?? createRealm({ origin, name, clients, key });
      realms.set(name, realm);
      await realm(incoming, outgoing);
    };
    work().catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  const away = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    origin,
    /** Environment variables of a Wortlaut server whose people sign in here, in the realm of its host. */
    env: {
      OIDC_ISSUER: `${origin}/realms/{realm}`,
      OIDC_CLIENT_ID: realmClient,
      OIDC_REALM_RULES: '.wort.example={name},*=main-{environment}',
      ENVIRONMENT: 'test',
    },
    /** Registers a server by its origin. It must be told before a realm is first asked for. */
    admit: (client: string): void => void clients.push(client),
    /** Takes no connections any more. Sessions and tokens stay. */
    away,
    async back(): Promise<void> {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    /** Delays the answers to requests whose address ends with `path`, by `ms`. */
    late: (path: string, ms: number): void => {
      late = { path, ms };
    },
    close: async (): Promise<void> => {
      if (server.listening) await away();
    },
  };
}

type Realm = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
type RealmOptions = { origin: string; name: string; clients: readonly string[]; key: object };

function createRealm({ origin, name, clients, key }: RealmOptions): Realm {
  const path = `/realms/${name}`;
  const people = new Map<string, RealmPerson>();
  const provider = new Provider(
    origin + path,
    toRealmConfiguration({
      realm: name,
      clientId: realmClient,
      clients,
      key,
      personById: (id) => people.get(id),
    }),
  );
  provider.on('authorization.success', ({ oidc }, answer) => {
    if (answer) answer['session_state'] = oidc.session?.grantIdFor(realmClient);
  });
  provider.on('grant.success', (ctx) => {
    const { grantId } = ctx.oidc.entities.AccessToken ?? {};
    Object.assign(ctx.body as object, {
      session_state: grantId,
      'not-before-policy': 0,
      refresh_expires_in: 1800,
    });
  });
  const answer = provider.callback();

  const authenticate: Realm = async (incoming, outgoing) => {
    const form = new URLSearchParams(incoming.method === 'POST' ? await text(incoming) : '');
    if (form.has('cancel')) {
      await provider.interactionFinished(incoming, outgoing, { error: 'access_denied' });
      return;
    }
    if (form.get('password') !== realmPassword) {
      outgoing.setHeader('content-type', 'text/html; charset=utf-8');
      outgoing.end(loginForm(form.has('password')));
      return;
    }
    const person = personOf(name, form.get('username') ?? '');
    people.set(person.sub, person);
    await provider.interactionFinished(incoming, outgoing, { login: { accountId: person.sub } });
  };

  return async (incoming, outgoing) => {
    const rest = (incoming.url ?? '').slice(path.length);
    if (rest.startsWith('/login-actions/')) return authenticate(incoming, outgoing);
    Object.assign(incoming, { originalUrl: incoming.url, url: rest || '/' });
    await answer(incoming, outgoing);
  };
}

const loginForm = (isWrong: boolean): string => `<!doctype html><title>Sign in</title>
  <h1>Sign in to your account</h1>
  ${isWrong ? '<p role="alert">Invalid username or password.</p>' : ''}
  <form method="post">
    <label>Username or email <input name="username" autocomplete="username"></label>
    <label>Password <input name="password" type="password" autocomplete="current-password"></label>
    <button>Sign In</button>
    <button name="cancel" value="yes">Cancel</button>
  </form>`;
