/** A link and a proxy that misbehave on purpose, between a client and a server of this machine. */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What goes wrong with one request. */
export type Fault =
  /** Both sides are reset after so many bytes of the body have passed. */
  | { type: 'cut'; afterBytes: number }
  /** All of it arrives, the answer does not. */
  | { type: 'lost' }
  /** Nothing passes and nothing is answered. */
  | { type: 'hang' }
  /** The proxy answers itself; `isAbrupt`: without reading the body. */
  | {
      type: 'answer';
      status: number;
      headers?: Record<string, string>;
      body?: string;
      isAbrupt?: boolean;
    };

export type FaultProxyOptions = {
  /** Address of the server. */
  target: string;
  /** Rate from the client to the server, of all connections together. */
  bytesPerS?: number;
  /** Larger bodies are refused with a page of the proxy's own, status 413. */
  maxBodyBytes?: number;
  /** `count` from 1 on; `bytes` of the body, as announced. */
  faultOf?(request: { method: string; bytes: number; count: number }): Fault | null;
  /** True: answered here; the request does not count. */
  serve?(request: IncomingMessage, response: ServerResponse): boolean;
};

/** nginx's `lingering_time`. */
const lingerMs = 30_000;
const page = (title: string) => `<html><head><title>${title}</title></head><body>proxy</body></html>`;

export async function createFaultProxy(options: FaultProxyOptions) {
  const { target, bytesPerS = Infinity, maxBodyBytes = Infinity } = options;
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  let requests = 0;
  let linkFreeAtMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Resolves when so many bytes have passed the link. */
  async function pass(bytes: number): Promise<void> {
    if (bytesPerS === Infinity) return;
    const nowMs = performance.now();
    linkFreeAtMs = Math.max(linkFreeAtMs, nowMs) + (bytes / bytesPerS) * 1000;
    await sleep(linkFreeAtMs - nowMs);
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault & { type: 'answer' },
  ): Promise<void> {
    const body = fault.body ?? page(String(fault.status));
    response.writeHead(fault.status, {
      'content-type': 'text/html',
      connection: 'close',
      'content-length': Buffer.byteLength(body),
      ...fault.headers,
    });
    response.write(body);
    // as proxies do: what is still coming is read for a while and thrown away, so that the answer can be read
    if (!fault.isAbrupt) await Promise.race([drain(request), sleep(lingerMs, null, { ref: false })]);
    response.end();
  }

  async function drain(request: IncomingMessage): Promise<void> {
    try {
      for await (const chunk of request) await pass((chunk as Buffer).length);
    } catch {
      // the client went away
    }
  }

  async function forward(request: IncomingMessage, response: ServerResponse, fault: Fault | null) {
    const upstream = httpRequest(new URL(request.url ?? '/', target), {
      agent: false,
      method: request.method ?? 'GET',
      headers: { ...request.headers, host: new URL(target).host, connection: 'close' },
    });
    upstream.on('socket', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    const cut = () => {
      reset(upstream.socket);
      reset(request.socket);
    };
    upstream.on('error', () => reset(request.socket));
    response.on('close', () => upstream.destroy());
    upstream.on('response', (incoming) => {
      if (fault?.type === 'lost') return cut();
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.on('error', cut);
      incoming.pipe(response);
    });
    const cutAfterBytes = fault?.type === 'cut' ? fault.afterBytes : Infinity;
    let passedBytes = 0;
    try {
      for await (const chunk of request) {
        const bytes = chunk as Buffer;
        await pass(bytes.length);
        const piece = bytes.subarray(0, Math.min(bytes.length, cutAfterBytes - passedBytes));
        passedBytes += bytes.length;
        if (!upstream.write(piece)) await once(upstream, 'drain', { signal: AbortSignal.timeout(60_000) });
        if (passedBytes >= cutAfterBytes) return cut();
      }
      if (fault?.type === 'cut') return cut();
      upstream.end();
    } catch {
      cut();
    }
  }

  const server = createServer((request, response) => {
    if (options.serve?.(request, response)) return;
    requests += 1;
    const { method = 'GET' } = request;
    const bytes = Number(request.headers['content-length'] ?? 0);
    const fault = options.faultOf?.({ method, bytes, count: requests }) ?? null;
    if (bytes > maxBodyBytes) return void answer(request, response, { type: 'answer', status: 413 });
    if (fault?.type === 'answer') return void answer(request, response, fault);
    if (fault?.type !== 'hang') void forward(request, response, fault);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      closedBytes += socket.bytesRead;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const drop = () => {
    for (const socket of sockets) reset(socket);
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Bytes that were read from clients, headers and all. */
    bytesIn: () =>
      [...sockets].reduce(
        (sum, socket) => sum + (socket.localPort === port(server) ? socket.bytesRead : 0),
        closedBytes,
      ),
    requests: () => requests,
    /** Resets every connection, now and every so many ms. */
    drop,
    dropEvery(ms: number) {
      clearInterval(timer);
      timer = setInterval(drop, ms);
    },
    resetCounters() {
      closedBytes = 0;
      requests = 0;
      drop();
    },
    async close() {
      clearInterval(timer);
      drop();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}

const port = (server: ReturnType<typeof createServer>): number => (server.address() as AddressInfo).port;

/** Without a farewell: what is on its way is lost. */
function reset(socket: Socket | null | undefined): void {
  if (socket && !socket.destroyed) socket.resetAndDestroy();
}
