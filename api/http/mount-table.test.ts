import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openIdentity } from '#api/auth/open-identity.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { encode } from '#api/testing/test-upload-client.ts';
import type { BodyTimes } from './body.ts';

const MB = 1_000_000;
const bodyMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const boundary = 'the-boundary';
const json = { 'content-type': 'application/json' };
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const filePart = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n`;

/** Body and byte limit of routes that take something other than JSON. */
const special: Record<string, { headers: Record<string, string>; start: string; maxBytes: number }> = {
  'POST /api/v1/sessions/:id/file-upload': { headers: form, start: filePart, maxBytes: 151 * MB },
  'POST /api/v1/sessions/:id/recording-complete': { headers: form, start: filePart, maxBytes: 12 * MB },
  'POST /oidc/*': {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    start: 'a=',
    maxBytes: MB,
  },
};
const plain = { headers: json, start: '{"x":"', maxBytes: 4 * MB };

/** Serves the whole app with the embedded provider, and a superuser who has a session and an upload. */
async function served(bodyTimes?: BodyTimes) {
  const base = await testApp();
  const { config, db, clock, deps, bearer } = base;
  const own = await openIdentity({
    config,
    db,
    domains: deps.domains,
    clock,
    log: deps.log,
    passwordCost: { costLog2: 4 },
  });
  onTestFinished(() => own.close());
  const { app } = await testApp({
    db,
    dataDir: base.dataDir,
    embedded: own.embedded,
    identity: deps.identity,
    ...(bodyTimes ? { bodyTimes } : {}),
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false });
  await once(server, 'listening');
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  const user = await buildUser(db, { is_superuser: 1 });
  const session = await buildSession(db, ownerOf(user));
  const { port } = server.address() as AddressInfo;
  const person = bearer(user);
  const begun = await app.request('/api/v1/uploads', {
    method: 'POST',
    headers: {
      ...person,
      'tus-resumable': '1.0.0',
      'upload-defer-length': '1',
      'upload-metadata': encode({ session_id: session.id, file_name: 'r.mp3' }),
    },
  });
  expect(begun.status).toBe(201);

  const open = (method: string, path: string, headers: Record<string, string | number>): ClientRequest => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      // Keep-alive as in browsers; with `connection: close` an early response may be lost.
      headers: { ...person, host: 'localhost', connection: 'keep-alive', ...headers },
    });
    outgoing.on('error', () => {});
    return outgoing;
  };
  const addressOf = (path: string): string =>
    path
      .replace(/^\/oidc\/\*$/, '/oidc/token')
      .replace(/^\/api\/v1\/uploads\/:id/, begun.headers.get('location')!)
      .replace(':uid', 'none')
      .replace(':host', 'localhost')
      .replace(':id', session.id)
      .replace(/:\w+(\{[^}]*\})?/g, '1');
  const isTus = (path: string) => path.startsWith('/api/v1/uploads') && !path.endsWith('/adopt');
  const table = app.routes
    .filter(({ method, path }) => bodyMethods.has(method) || path === '/oidc/*')
    .map(({ method, path }) => [method === 'ALL' ? 'POST' : method, path] as const);
  const routes = [...new Map(table.map((route) => [route.join(' '), route])).values()].map(
    ([method, path]) => {
      const tus = {
        headers: {
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          ...(method === 'PATCH' ? { 'upload-offset': '0' } : {}),
          ...(method === 'POST'
            ? {
                'upload-length': '9000000',
                'upload-metadata': encode({ session_id: session.id, file_name: 'b.mp3' }),
              }
            : {}),
        } as Record<string, string>,
        start: 'sound',
        maxBytes: 9 * MB,
      };
      const name = `${method} ${path}`;
      return { name, method, address: addressOf(path), ...(isTus(path) ? tus : (special[name] ?? plain)) };
    },
  );
  return { open, routes };
}

type Answer = { status: number | undefined; code?: string };

async function answerOf(outgoing: ClientRequest): Promise<Answer> {
  const came = Promise.withResolvers<IncomingMessage>();
  outgoing.on('close', () => came.reject(new Error(`${outgoing.method} ${outgoing.path} has no answer.`)));
  outgoing.on('response', came.resolve);
  const response = await came.promise;
  const body = await text(response);
  const code = body.startsWith('{') ? (JSON.parse(body) as { code: string }).code : undefined;
  return { status: response.statusCode, ...(code === undefined ? {} : { code }) };
}

/** Writes an endless body until a response arrives or the connection closes. */
async function pour(outgoing: ClientRequest, start: string) {
  let sent = 0;
  const answer = answerOf(outgoing);
  const done = { isOver: false };
  const over = answer.then(
    () => void (done.isOver = true),
    () => void (done.isOver = true),
  );
  outgoing.write(start);
  const chunk = Buffer.alloc(256_000, 'x');
  while (!done.isOver) {
    sent += chunk.length;
    const written = new Promise<void>((resolve) => void outgoing.write(chunk, () => resolve()));
    await Promise.race([written, over]);
  }
  outgoing.destroy();
  return { ...(await answer), sent };
}

describe('each route of the mount table that takes a body', () => {
  it('is one of these groups: nothing is mounted beside the table', async () => {
    const { routes } = await served();
    const groups = new Set(
      routes.map(({ name }) => name.split(/[/ ]/).slice(2, 5).join('/').replace(/\/:.*/, '')),
    );
    for (const group of ['api/auth', 'api/user', 'api/v1', 'oidc'])
      expect([...groups].join(' ')).toContain(group);
    expect(routes.length).toBeGreaterThan(20);
  });

  it('answers one in chunks like one with a length', async () => {
    const { open, routes } = await served();
    for (const { name, method, address, headers, start } of routes) {
      if (method === 'DELETE') continue;
      const body = start.startsWith('{') ? '{"x":"y"}' : start;
      const whole = open(method, address, { ...headers, 'content-length': Buffer.byteLength(body) });
      whole.end(body);
      const wanted = await answerOf(whole);
      // An accepted part moves the offset.
      const next: Record<string, number> =
        method === 'PATCH' && 'upload-offset' in headers ? { 'upload-offset': body.length } : {};
      const chunked = open(method, address, { ...headers, ...next, 'transfer-encoding': 'chunked' });
      chunked.write(body.slice(0, 3));
      chunked.end(body.slice(3));
      expect([name, await answerOf(chunked)]).toEqual([name, wanted]);
      expect([name, wanted.status! < 500]).toEqual([name, true]);
    }
  });

  it('refuses a huge one with 413 before it has come: by its length, and in chunks without end', async () => {
    const { open, routes } = await served();
    for (const { name, method, address, headers, start, maxBytes } of routes) {
      const stated = open(method, address, { ...headers, 'content-length': 10_000 * MB });
      stated.write(start);
      expect([name, (await answerOf(stated)).status]).toEqual([name, 413]);
      stated.destroy();
      const { status, code, sent } = await pour(
        open(method, address, { ...headers, 'transfer-encoding': 'chunked' }),
        start,
      );
      expect([name, status]).toEqual([name, 413]);
      expect([name, code]).toEqual([name, expect.stringMatching(/too_large$/)]);
      // Socket buffers hold some more.
      expect(sent).toBeLessThan(maxBytes + 20 * MB);
    }
  });

  it.each([
    ['falls silent', { idleMs: 100, totalMs: 60_000, streamedMs: 60_000 }],
    ['comes without end, drop by drop', { idleMs: 60_000, totalMs: 200, streamedMs: 200 }],
  ])(
    'ends one that %s',
    async (_, times) => {
      const { open, routes } = await served(times);
      const endSlow = async ({ name, method, address, headers, start }: (typeof routes)[number]) => {
        const slow = open(method, address, { ...headers, 'transfer-encoding': 'chunked' });
        slow.write(start);
        const drops = times.idleMs > 1_000 ? setInterval(() => slow.write('x'), 20) : undefined;
        const answer = await answerOf(slow);
        clearInterval(drops);
        expect([name, answer]).toEqual([name, { status: 408, code: 'request.timeout' }]);
        slow.destroy();
      };
      await Promise.all(routes.map(endSlow));
    },
    60_000,
  );
});
