import type { FuzzWorld } from './fuzz-world.ts';
import type { Schema } from './schema-values.ts';
import type { Sent } from '#api/testing/route-entry.ts';
import { routeTable, signInRoutes, guards } from '#api/testing/route-table.ts';
import { petra } from '#api/testing/test-browser.ts';

type Parameter = { name: string; in: string; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
type Spec = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

/** A route, the good request that fuzzing starts from, the status `ok` of its answer, and the schemas of the API description. */
export type FuzzRoute = {
  name: string;
  method: string;
  /** Path as it is mounted, with its parameters. */
  path: string;
  by: 'owner' | 'superuser' | 'stranger';
  ok: number;
  sent: Sent;
  parameters: Parameter[];
  body: Record<string, { schema?: Schema }>;
  resolve: (ref: string) => Schema | undefined;
  /** True if an answer takes long, so that fewer requests are sent. */
  isSlow: boolean;
};

type Base = { ok: number; sent: Sent };
const json = (path: string, ok: number, body: object): Base => ({ ok, sent: { path, json: body } });

/** Returns the good request of each route that needs no token. Some are refused, but only by the last check. */
const signInBases = ({
  people,
  url,
  begun: { uid, cookie },
}: FuzzWorld): Record<(typeof signInRoutes)[number], Base> => {
  const form = (what: string, body: object): Base => ({
    ok: 200,
    sent: { path: `/api/auth/interaction/${uid}/${what}`, json: body, headers: { cookie } },
  });
  const code = { code: 'none', code_verifier: 'v'.repeat(43), redirect_uri: `${url}/auth/callback` };
  const token = 'x'.repeat(43);
  return {
    'POST /api/auth/token': json('/api/auth/token', 401, code),
    'POST /api/auth/refresh': json('/api/auth/refresh', 200, { refresh_token: people.owner.refresh }),
    'POST /api/auth/logout': json('/api/auth/logout', 204, { refresh_token: people.owner.refresh }),
    'POST /api/auth/interaction/:uid/login': form('login', {
      email: 'owner@example.org',
      password: petra.password,
    }),
    'POST /api/auth/interaction/:uid/register': form('register', { ...petra, email: 'neu@example.org' }),
    'POST /api/auth/interaction/:uid/factor': { ...form('factor', { factor: { totp: '123456' } }), ok: 410 },
    'POST /api/auth/interaction/:uid/passkey': { ...form('passkey', {}), ok: 410 },
    'POST /api/auth/forgot': json('/api/auth/forgot', 409, { email: 'owner@example.org' }),
    'POST /api/auth/reset': json('/api/auth/reset', 410, { token, password: 'ein ganz neues Kennwort' }),
    'POST /api/auth/confirm': json('/api/auth/confirm', 410, { token }),
    'ALL /oidc/*': { ok: 200, sent: { path: '/oidc/jwks' } },
  };
};

/** Routes that write a document, which takes a second of processor time. */
const slow = /openapi|docs$|report$|share/;

/** Names of all routes that are fuzzed. */
export const fuzzedRoutes: readonly string[] = [...Object.keys(routeTable), ...signInRoutes];

/** Returns the routes of the app that no request is generated for. */
export const missingRoutes = ({ routes }: FuzzWorld['app']): string[] => {
  const known = new Set([...fuzzedRoutes, ...guards]);
  return routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !known.has(name));
};

const isInTable = (name: string): boolean => Object.hasOwn(routeTable, name);

/**
 * Yields the routes with these names. Each good request is made when its turn comes, because a one-time code in it is
 * valid for a minute.
 */
export async function* fuzzRoutesOf(world: FuzzWorld, names: readonly string[]): AsyncGenerator<FuzzRoute> {
  const { app, url, people, things } = world;
  const spec = (await (await app.request(`${url}/api/openapi.json`)).json()) as Spec;
  const resolve = (ref: string) => spec.components?.schemas?.[ref.split('/').at(-1) ?? ''];
  const signIns: Record<string, Base> = signInBases(world);
  const checked = new Set(
    app.routes
      .filter(({ handler }) => handler.name === 'validator')
      .map(({ method, path }) => `${method} ${path}`),
  );
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    const described = spec.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (checked.has(name) && !described) throw new Error(`The API description lacks the schemas of ${name}.`);
    const { audience = 'public', by = 'owner', ok, alone, send } = isInTable(name) ? routeTable[name]! : {};
    const base = send ? { ok: alone ?? ok ?? 200, sent: send(things, people) } : signIns[name]!;
    yield {
      name,
      method,
      path,
      by: audience === 'superuser' ? 'superuser' : by,
      ...base,
      parameters: described?.parameters ?? [],
      body: described?.requestBody?.content ?? {},
      resolve,
      isSlow: slow.test(path),
    };
  }
}
