/** Simulates a faulty connection and a faulty proxy between a local client and server. */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** Resets both connections after `afterBytes` bytes of the body. */
  | { type: 'cut'; afterBytes: number }
  /** The request arrives at the server, but its answer is lost. */
  | { type: 'lost' }
  /** The request is neither forwarded nor answered. */
  | { type: 'hang' }
  /** The proxy itself answers. If `isAbrupt`, it does not read the body. */
  | {
      type: 'answer';
      status: number;
      headers?: Record<string, string>;
      body?: string;
      isAbrupt?: boolean;
    };

export type FaultProxyOptions = {
  target: string;
  /** Rate from client to server, bytes per second, which all connections share. */
  bytesPerS?: number;
  /** The proxy refuses larger bodies with its own page and status 413. */
  maxBodyBytes?: number;
  /** Returns the fault of a request. `count` is its number, from 1 on; `bytes` is the announced length of its body. */
  faultOf?(request: { method: string; bytes: number; count: number }): Fault | null;
  /** Answers a request itself and returns true, or returns false. A request that it answers does not count. */
  serve?(request: IncomingMessage, response: ServerResponse): boolean;
};

/** `lingering_time` of nginx, ms. */
const lingerMs = 30_000;
const page = (title: string) => `<html><head><title>${title}</title></head><body>proxy</body></html>`;

export async function createFaultProxy(options: FaultProxyOptions) {
  const { target, bytesPerS = Infinity, maxBodyBytes = Infinity } = options;
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  let requests = 0;
  let linkFreeAtMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Resolves when the connection has transferred `bytes`. */
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
    // Like a real proxy, reads and discards the rest of the body for a while, so that the client receives the answer.
    if (!fault.isAbrupt) await Promise.race([drain(request), sleep(lingerMs, null, { ref: false })]);
    response.end();
  }

  async function drain(request: IncomingMessage): Promise<void> {
    try {
      for await (const chunk of request) await pass((chunk as Buffer).length);
    } catch {
      // The client has gone.
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
    /** Number of bytes that were read from clients, including headers. */
    bytesIn: () =>
      [...sockets].reduce(
        (sum, socket) => sum + (socket.localPort === port(server) ? socket.bytesRead : 0),
        closedBytes,
      ),
    requests: () => requests,
    /** Resets all connections: `drop` now, `dropEvery` periodically. */
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

/** Closes a connection with a reset, so that data in transit is lost. */
function reset(socket: Socket | null | undefined): void {
  if (socket && !socket.destroyed) socket.resetAndDestroy();
}
