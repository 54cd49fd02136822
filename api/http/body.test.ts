import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { AppEnv } from './app-env.ts';
import { boundBodies } from './body.ts';

/** Serves a route that answers with the body that it gets. `seen` holds these bodies, `failures` the errors of all calls. */
async function setUp() {
  const seen: string[] = [];
  const failures: unknown[] = [];
  const app = new Hono<AppEnv>()
    .use(boundBodies())
    .onError((error, c) => {
      failures.push(error);
      return c.text('', 500);
    })
    .all('/', async (c) => {
      const text = await c.req.text();
      seen.push(text);
      return c.text(text);
    });
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { seen, failures, port, url: `http://127.0.0.1:${port}/` };
}

it('gives a route the whole body, also in pieces, and none where none came', async () => {
  const { url } = await setUp();
  const pieces = new ReadableStream({
    start(controller) {
      for (const piece of ['Grü', 'ezi']) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const bodies = ['Grüezi', pieces, '', undefined];
  const texts: string[] = [];
  for (const body of bodies) {
    const answer = await fetch(url, { method: 'POST', duplex: 'half', body } as RequestInit);
    texts.push(await answer.text());
  }
  expect(texts).toEqual(['Grüezi', 'Grüezi', '', '']);
});

it('does not begin a route whose body was cut off', async () => {
  const { seen, failures, port } = await setUp();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf');
  await once(socket, 'ready');
  // The server must have begun to read before the connection ends.
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'another' });
  socket.destroy();
  await eventually(() => expect(failures).toMatchObject([{ code: 'request.invalid' }]));
  expect(seen).toEqual(['another']);
});

it('lets a method without a body through', async () => {
  const { url } = await setUp();
  const statuses: (number | undefined)[] = [];
  for (const method of ['GET', 'HEAD', 'TRACE']) {
    const [answer] = (await once(request(url, { method }).end(), 'response')) as [IncomingMessage];
    answer.resume();
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([200, 200, 200]);
});
