import * as fc from 'fast-check';
import type { Json } from './json-text.ts';
import type { RouteWorld } from '#api/testing/route-world.ts';
import { bodiesOf, encoded, oauthText, type FuzzBody } from './fuzz-bodies.ts';
import { headerChanges, type HeaderChange } from './fuzz-headers.ts';
import type { FuzzRoute } from './fuzz-routes.ts';
import { nastyNumberText, nastySegment, nastyText } from './nasty.ts';
import { valuesOf } from './schema-values.ts';

/** How a request differs from the good request of its route. A field that is null does not differ. */
export type FuzzRequest = {
  by: FuzzRoute['by'] | 'nobody' | null;
  /** Path segments that are replaced: their index, and the text as it is sent. `@name` stands for the id of a thing of the world. */
  segments: { at: number; text: string }[] | null;
  query: string | null;
  headers: HeaderChange[] | null;
  body: FuzzBody | null;
  method: string | null;
};

/** The request that does not differ. */
export const goodRequest: FuzzRequest = {
  by: null,
  segments: null,
  query: null,
  headers: null,
  body: null,
  method: null,
};
export const isGood = (request: FuzzRequest): boolean =>
  Object.values(request).every((difference) => difference === null);

/** Generates a value in one of `oneIn` cases, otherwise null. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const things = [
  '@whole',
  '@removed',
  '@drafted',
  '@empty',
  '@begun',
  '@complete',
  '@upload',
  '@leftUpload',
  '@joined',
];
const oidcEndpoints = [
  'auth',
  'token',
  'me',
  'jwks',
  'session/end',
  'session/end/confirm',
  'token/revocation',
  'token/introspection',
  'auth/x',
  'reg',
  'device',
  'request',
  '.well-known/openid-configuration',
];

function segmentsOf({ name, path }: FuzzRoute): fc.Arbitrary<{ at: number; text: string }[]> {
  const places = path.split('/').flatMap((segment, at) => (/^[:*]/.test(segment) ? [at] : []));
  if (places.length === 0) return fc.constant([]);
  const text =
    name === 'ALL /oidc/*'
      ? fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...oidcEndpoints) },
          { weight: 1, arbitrary: nastySegment },
        )
      : fc.oneof(
          { weight: 3, arbitrary: nastySegment },
          { weight: 2, arbitrary: fc.constantFrom(...things) },
        );
  return fc.array(fc.record({ at: fc.constantFrom(...places), text }), { minLength: 1, maxLength: 2 });
}

const queryText = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

function queriesOf({ name, parameters, resolve }: FuzzRoute): fc.Arbitrary<string> {
  if (name === 'ALL /oidc/*') return oauthText;
  const named = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name: key, schema = {} }) =>
      fc
        .oneof(
          { weight: 4, arbitrary: valuesOf(schema, resolve).map(queryText) },
          { weight: 1, arbitrary: nastyNumberText },
          { weight: 2, arbitrary: nastyText },
        )
        .map((value) => `${key}=${encoded(value)}`),
    );
  const other = fc.oneof(
    fc.constantFrom(
      '%',
      '%ff',
      '=',
      '&',
      '+',
      'a[]=1',
      'a[b]=1',
      '__proto__=1',
      '__proto__[x]=1',
      'page',
      '?',
      'download=1',
      'limit=1',
    ),
    nastyText.map((text) => `x=${encoded(text)}`),
  );
  const pair = fc.oneof(...named.map((arbitrary) => ({ weight: 4, arbitrary })), {
    weight: 1,
    arbitrary: other,
  });
  return fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&'));
}

const wrongMethods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND');

/** Returns requests for a route, each of which differs from the good one in a few things. */
export function requestsOf(route: FuzzRoute): fc.Arbitrary<FuzzRequest> {
  const bodies = bodiesOf(route);
  const takesBody = Object.keys(route.body).length > 0;
  const takesQuery = route.parameters.some((parameter) => parameter.in === 'query');
  const isTus = /\/uploads/.test(route.path) && !route.path.endsWith('/adopt');
  const read = route.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const isProvider = route.name === 'ALL /oidc/*';
  return fc.record({
    by: rarely(fc.constantFrom('owner', 'superuser', 'stranger', 'nobody'), 5),
    segments: rarely(segmentsOf(route), isProvider ? 1 : takesBody ? 6 : 2),
    query: rarely(queriesOf(route), takesQuery || isProvider ? 1 : 8),
    headers: rarely(headerChanges(read, isTus), isTus ? 1 : 3),
    // Where the route takes a body, seven of eight are generated.
    body: bodies ? fc.option(bodies, { freq: takesBody ? 7 : 1, nil: null }) : fc.constant(null),
    method: isProvider
      ? fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'DELETE')
      : rarely(wrongMethods, 15),
  });
}

/** A complete request. `path` includes the query. `body` is null if none is sent. */
export type Outgoing = { method: string; path: string; headers: Headers; body: Buffer | null };

async function goodBody({ json, form, body }: FuzzRoute['sent']): Promise<FuzzBody | null> {
  if (json !== undefined) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
  if (body) return { type: 'application/offset+octet-stream', bytes: Buffer.from(body) };
  if (!form) return null;
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value);
  const response = new Response(data);
  const type = response.headers.get('content-type') ?? '';
  return { type, bytes: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Returns the complete request. `client` is the IP address of its sender. Each request has another one, because the limit of attempts
 * from one address would refuse requests before their content is looked at.
 */
export async function toOutgoing(
  route: FuzzRoute,
  request: FuzzRequest,
  { people, things }: RouteWorld,
  client: string,
): Promise<Outgoing> {
  const [basePath = '', baseQuery = ''] = route.sent.path.split('?');
  const segments = basePath.split('/');
  for (const { at, text } of request.segments ?? [])
    segments[at] = text.startsWith('@') ? String(things[text.slice(1) as 'whole']) : text;
  const query = request.query ?? baseQuery;
  const method = request.method ?? (route.method === 'ALL' ? 'GET' : route.method);
  const body = request.body ?? (await goodBody(route.sent));
  const by = request.by ?? route.by;
  const headers = new Headers({
    'x-forwarded-for': client,
    ...(body ? { 'content-type': body.type } : {}),
    ...route.sent.headers,
    ...(by === 'nobody' ? {} : { authorization: `Bearer ${people[by].access}` }),
  });
  for (const { name, value, isAdded } of request.headers ?? [])
    headers[isAdded ? 'append' : 'set'](name, value);
  const takesBody = method !== 'GET' && method !== 'HEAD';
  return {
    method,
    path: segments.join('/') + (query === '' ? '' : `?${query}`),
    headers,
    body: body && takesBody ? body.bytes : null,
  };
}
