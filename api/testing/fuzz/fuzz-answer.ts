import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { errorCatalogue } from '#api/contract/errors.ts';
import type { FuzzRoute } from './fuzz-routes.ts';
import type { Outgoing } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';

export type Answer = { status: number; headers: Headers; body: string };

/** Time, ms, after which a request without an answer counts as hung. It is long, because a machine may be slow. */
export const hangMs = 90_000;

/** Headers that frame a message. If one is false, a server rightly waits for more bytes, so they are not sent over a socket. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'expect', 'host', 'upgrade'];

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/event-stream'))
    return { status, headers, body: await response.text() };
  // An event stream does not end, so only its first part is read.
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return { status, headers, body: Buffer.from(first?.value ?? []).toString() };
}

/** Calls the app. */
const inProcess = async (
  { app, url }: FuzzWorld,
  { method, path, headers, body }: Outgoing,
): Promise<Answer> =>
  read(
    await app.fetch(
      new Request(url + path, {
        method,
        headers,
        body: body && new Uint8Array(body),
        duplex: 'half',
      } as RequestInit),
    ),
  );

/** Longest path and header value, characters, that are sent over a socket. Node refuses longer ones before the app sees them. */
const longestPath = 8_000;

/** Sends the request to the server, for routes that write to the connection themselves. */
async function overSocket({ url }: FuzzWorld, { method, path, headers, body }: Outgoing): Promise<Answer> {
  for (const name of framing) headers.delete(name);
  for (const [name, value] of headers) if (value.length > longestPath) headers.delete(name);
  const outgoing = httpRequest(url + path.slice(0, longestPath), {
    method,
    agent: false,
    headers: { ...Object.fromEntries(headers), ...(body ? { 'content-length': body.length } : {}) },
  });
  // The socket may fail after the answer, which is read below.
  outgoing.on('error', () => {});
  outgoing.end(body ?? undefined);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await buffer(response);
  const sent = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { status: response.statusCode ?? 0, headers: new Headers(sent), body: answer.toString() };
}

export async function answerTo(world: FuzzWorld, route: FuzzRoute, outgoing: Outgoing): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`There was no answer in ${hangMs} ms.`)), hangMs);
  try {
    const send = /oidc|interaction/.test(route.path) ? overSocket : inProcess;
    return await Promise.race([send(world, outgoing), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns what is wrong with an answer; null if nothing is. */
export function faultOf(route: FuzzRoute, method: string, { status, headers, body }: Answer): string | null {
  if (status >= 500) return `status ${status}`;
  // A range of a JSON document (status 206) need not be JSON.
  const isJson = headers.get('content-type')?.includes('json') && method !== 'HEAD' && status !== 206;
  if (status < 400) return isJson && body !== '' && parsed(body) === undefined ? 'the body is no JSON' : null;
  // An answer to HEAD has no body, a range behind the end has none, and the provider has errors of its own standard.
  const hasOwnForm = method === 'HEAD' || status === 416 || route.path.startsWith('/oidc');
  if (hasOwnForm) return null;
  const error = parsed(body) as { code?: unknown; detail?: unknown; request_id?: unknown } | undefined;
  const known: Record<string, readonly [status: number, detail: string]> = errorCatalogue;
  const declared =
    typeof error?.code === 'string' && Object.hasOwn(known, error.code) ? known[error.code] : null;
  if (!declared || typeof error?.detail !== 'string') return 'the error has no code or no detail';
  if (declared[0] !== status) return `the code ${String(error.code)} has another status than ${status}`;
  return error.request_id === headers.get('x-request-id') ? null : 'the error does not name its request';
}
