import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { forgetUpload, sendFile } from './send-file.ts';
import type { SendEvent, SendOptions } from './send-file.ts';

type Answer = { status: number; headers?: Record<string, string>; body?: string };

/** A tus server in memory. `trouble` may answer a request in its place; null: it answers itself. */
function createServer(trouble: (method: string, count: number) => Answer | 'cut' | null = () => null) {
  const uploads = new Map<string, Uint8Array[]>();
  const log: string[] = [];
  const seen: string[] = [];
  let count = 0;
  const sizeOf = (url: string) => (uploads.get(url) ?? []).reduce((sum, part) => sum + part.length, 0);

  async function answer(method: string, url: string, body: unknown): Promise<Answer | 'cut'> {
    const instead = trouble(method, (count += 1));
    if (instead) return instead;
    if (method === 'POST') {
      const location = `${url}/u${uploads.size + 1}`;
      uploads.set(location, []);
      return { status: 201, headers: { location } };
    }
    if (!uploads.has(url)) return { status: 404 };
    if (method === 'PATCH') uploads.get(url)?.push(new Uint8Array(await (body as Blob).arrayBuffer()));
    const headers = { 'upload-offset': String(sizeOf(url)), 'upload-length': String(total) };
    return { status: method === 'PATCH' ? 204 : 200, headers };
  }

  const stack: HttpStack = {
    getName: () => 'memory',
    createRequest(method, url): HttpRequest {
      const headers: Record<string, string> = {};
      return {
        getMethod: () => method,
        getURL: () => url,
        setHeader: (name, value) => void (headers[name.toLowerCase()] = value),
        getHeader: (name) => headers[name.toLowerCase()],
        setProgressHandler: () => {},
        abort: () => Promise.resolve(),
        getUnderlyingObject: () => null,
        async send(body): Promise<HttpResponse> {
          log.push(`${method} ${headers['upload-offset'] ?? ''}`.trim());
          seen.push(headers['authorization'] ?? '');
          const result = await answer(method, url, body);
          if (result === 'cut') throw new Error('The connection was cut.');
          return {
            getStatus: () => result.status,
            getHeader: (name) => result.headers?.[name.toLowerCase()],
            getBody: () => result.body ?? '',
            getUnderlyingObject: () => null,
          };
        },
      };
    },
  };
  return { stack, log, seen, uploads, stored: (url: string) => sizeOf(url) };
}

const total = limits.maxPartBytes * 2 + 1_000;
const sound = new Blob([new Uint8Array(total)]);
const metadata = { session_id: 's1', file_name: 'a.mp3', file_type: 'audio/mpeg' };
const sha256 = 'ab'.repeat(32);

function send(server: ReturnType<typeof createServer>, change: Partial<SendOptions> = {}) {
  const events: SendEvent[] = [];
  let token = 0;
  const done = sendFile(sound, {
    metadata,
    sha256,
    headers: async () => ({ authorization: `Bearer ${(token += 1)}` }),
    retryDelaysMs: [1, 1],
    progressThrottleMs: 0,
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    httpStack: server.stack,
    ...change,
  });
  return { done, events };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('A file goes in parts of eight megabytes, each with headers of its own', async () => {
  const server = createServer();
  const { done, events } = send(server);
  await done;
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 8000000', 'PATCH 16000000']);
  expect(server.seen).toEqual(['Bearer 1', 'Bearer 2', 'Bearer 3', 'Bearer 4']);
  expect(events.filter((event) => event.type === 'stored')).toEqual([
    { type: 'stored', bytesStored: 8_000_000 },
    { type: 'stored', bytesStored: 16_000_000 },
    { type: 'stored', bytesStored: total },
  ]);
});

test('A part that fails is announced, sent again, and nothing before it is', async () => {
  const server = createServer((_method, count) => (count === 3 ? 'cut' : null));
  const { done, events } = send(server);
  await done;
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 8000000', 'HEAD', 'PATCH 8000000', 'PATCH 16000000']);
  expect(events.filter((event) => event.type === 'retrying')).toEqual([
    { type: 'retrying', attempt: 1, delayMs: 1 },
  ]);
});

test('After the last try it is given up, and the next one goes on from what the server has', async () => {
  let isCut = true;
  const server = createServer((_method, count) => (isCut && count >= 3 ? 'cut' : null));
  const failure = await send(server).done.catch((error: unknown) => error);
  expect(isApiError(failure, 'network.failed')).toBe(true);
  isCut = false;
  server.log.length = 0;
  await send(server).done;
  expect(server.log).toEqual(['HEAD', 'PATCH 8000000', 'PATCH 16000000']);
});

test('A refusal is not repeated and keeps its code', async () => {
  const body = JSON.stringify({ code: 'upload.too_large', detail: '', request_id: 'r' });
  const server = createServer(() => ({ status: 413, body }));
  const failure = await send(server).done.catch((error: unknown) => error);
  expect(isApiError(failure, 'upload.too_large')).toBe(true);
  expect(server.log).toEqual(['POST']);
});

test('A recording that is there already counts as sent', async () => {
  const body = JSON.stringify({ code: 'upload.already_complete', detail: '', request_id: 'r' });
  const server = createServer(() => ({ status: 409, body }));
  await expect(send(server).done).resolves.toBeUndefined();
});

test('Cancelling ends it at once with the reason', async () => {
  const controller = new AbortController();
  const server = createServer((method) => {
    if (method === 'PATCH') controller.abort(new DOMException('cancelled', 'AbortError'));
    return null;
  });
  const failure = await send(server, { signal: controller.signal }).done.catch((error: unknown) => error);
  expect(failure).toBe(controller.signal.reason);
});

test('What was forgotten starts anew', async () => {
  let isCut = true;
  const server = createServer((_method, count) => (isCut && count >= 3 ? 'cut' : null));
  await send(server).done.catch(() => {});
  isCut = false;
  server.log.length = 0;
  forgetUpload({ metadata, sha256 }, localStorage);
  await send(server).done;
  expect(server.log[0]).toBe('POST');
});

test('While the device is offline it waits, and goes on by itself', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const server = createServer((_method, count) => {
    if (count !== 3) return null;
    online.mockReturnValue(false);
    return 'cut';
  });
  const { done, events } = send(server);
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'offline' }));
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 8000000']);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await done;
  expect(server.log.slice(3)).toEqual(['HEAD', 'PATCH 8000000', 'PATCH 16000000']);
});
