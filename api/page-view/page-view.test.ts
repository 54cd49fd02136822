import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DomainConfig } from '#api/contract/domain.ts';
import { createLog, silentLog } from '#api/lib/log.ts';
import { testApp } from '#api/testing/test-app.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { createForwarding } from './forward.ts';

type Received = { headers: IncomingMessage['headers']; body: unknown };

/** A server that counts page views, and answers as `answer` says. */
async function startCounter(answer: (response: ServerResponse) => void = (response) => response.end()) {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await json(request) });
    answer(response);
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/views` };
}

async function setUp(url: string | null, log = silentLog()) {
  const pageViews = url === null ? null : createForwarding({ url, log });
  if (pageViews) onTestFinished(() => pageViews.close());
  const { app } = await testApp({ pageViews });
  const view = (body: unknown, headers = {}) =>
    app.request('/api/v1/page-views', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const config = async () =>
    ((await (await app.request('/api/v1/domain-config')).json()) as DomainConfig).config;
  return { app, view, config, pageViews };
}

const id = '0f8b2b5e-7d2f-4a55-9a41-5d4f1f6f0001';

describe('a page view', () => {
  it('ends at the server, and pages send none, where nobody counts', async () => {
    const { view, config } = await setUp(null);
    expect((await view({ path: '/library' })).status).toBe(204);
    expect((await config()).page_views).toBe(false);
  });

  it('is passed on as host, path and time, with ids masked and without what the person has sent', async () => {
    const { received, url } = await startCounter();
    const { view, config } = await setUp(url);
    expect((await config()).page_views).toBe(true);
    const headers = {
      'user-agent': 'Secret Browser',
      cookie: 'a=secret',
      authorization: 'Bearer secret',
      referer: 'http://localhost/library?search=secret',
      'x-forwarded-for': '203.0.113.7',
    };
    const sent = await view(
      { path: `/library/${id}?code=secret&state=secret&search=secret#secret` },
      headers,
    );
    expect(sent.status).toBe(204);
    await eventually(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toEqual({
      host: 'localhost',
      path: '/library/:id',
      at: '2026-11-20T09:00:00.000Z',
    });
    expect(JSON.stringify(received)).not.toMatch(/secret|203\.0\.113|0f8b2b5e/i);
  });

  it('has a path and nothing else', async () => {
    const { view } = await setUp(null);
    const wrong = [
      {},
      { path: 'library' },
      { path: 1 },
      { path: '/', title: 'x' },
      { path: `/${'x'.repeat(2_000)}` },
    ];
    for (const body of wrong) expect([body, (await view(body)).status]).toEqual([body, 400]);
  });

  it('does not wait for a server that does not answer, and only some of them are on their way', async () => {
    const { received, url } = await startCounter(() => {});
    const { view, pageViews } = await setUp(url);
    for (let n = 0; n < 30; n++) expect((await view({ path: '/library' })).status).toBe(204);
    await eventually(() => expect(received).toHaveLength(20));
    // What is on its way is given up when the server stops.
    await pageViews?.close();
    expect((await view({ path: '/library' })).status).toBe(204);
    expect(received).toHaveLength(20);
  });

  it('makes room again after the time of a view is over', async () => {
    const { received, url } = await startCounter(() => {});
    const pageViews = createForwarding({ url, log: silentLog(), timeoutMs: 50 });
    onTestFinished(() => pageViews.close());
    const view = { host: 'h', path: '/', at: '' };
    for (let n = 0; n < 20; n++) pageViews.send(view);
    await eventually(() => {
      pageViews.send(view);
      expect(received.length).toBeGreaterThan(20);
    });
  });

  it('fails nobody where the counting server fails, and the log says it once', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    let answers = 0;
    const { received, url } = await startCounter((response) => {
      answers += 1;
      // The third works, so that the next failure is news.
      response.statusCode = answers === 3 ? 204 : 503;
      response.end();
    });
    const { view } = await setUp(url, log);
    for (const sent of [1, 2, 3]) {
      expect((await view({ path: '/library' })).status).toBe(204);
      await eventually(() => expect(received).toHaveLength(sent));
    }
    await eventually(async () => {
      await view({ path: '/library' });
      expect(lines).toHaveLength(2);
    });
    expect(lines.map((line) => (JSON.parse(line) as { reply: number }).reply)).toEqual([503, 503]);
    const gone = await setUp('http://127.0.0.1:9/', log);
    expect((await gone.view({ path: '/library' })).status).toBe(204);
    await eventually(() => expect(lines).toHaveLength(3));
  });

  it('is told to no other server than the one that was set up', async () => {
    const other = await startCounter();
    const first = await startCounter((response) => {
      response.writeHead(307, { location: other.url });
      response.end();
    });
    const lines: string[] = [];
    const { view } = await setUp(first.url, createLog('warn', { write: (line) => void lines.push(line) }));
    await view({ path: '/library' });
    await eventually(() => expect(lines).toHaveLength(1));
    expect(other.received).toEqual([]);
  });
});
