import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hourMs } from '#api/contract/time.ts';
import { ConfigError, StartError } from '#api/lib/start-error.ts';

/** Address where the server listens, and certificate files if it serves HTTPS itself. */
type ListenConfig = { host: string; port: number; tlsCert: string | null; tlsKey: string | null };

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
type HttpServer = { port: number; serve(listener: Listener): void; close(): Promise<void> };

// The largest upload takes long over a slow connection. Headers have a separate timeout.
const requestTimeoutMs = 2 * hourMs;
const finishWithinMs = 10_000;
const idleSweepMs = 50;

const unreadBodyMs = 500;

/**
 * Binds the port before anything else is opened, so that a port in use is reported first. Requests wait until `serve`
 * is called.
 * @throws StartError, ConfigError (certificate)
 */
export async function openHttpServer(config: ListenConfig): Promise<HttpServer> {
  const ready = Promise.withResolvers<Listener>();
  let isClosing = false;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      const listener = await ready.promise;
      if (isClosing) outgoing.setHeader('Connection', 'close');
      outgoing.once('finish', () => endUnread(incoming));
      await listener(incoming, outgoing);
    } catch {
      outgoing.destroy();
    }
  };
  const server: Server = config.tlsCert
    ? createTlsServer(readCertificate(config), (incoming, outgoing) => void answer(incoming, outgoing))
    : createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.requestTimeout = requestTimeoutMs;
  await listen(server, config);

  return {
    port: (server.address() as AddressInfo).port,
    serve: ready.resolve,
    /** Stops accepting requests, lets running ones finish, and cuts those that take too long. */
    async close() {
      isClosing = true;
      ready.reject(new Error('closing'));
      ready.promise.catch(() => {});
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      const sweeper = setInterval(() => server.closeIdleConnections(), idleSweepMs);
      const cutter = setTimeout(() => server.closeAllConnections(), finishWithinMs);
      await closed;
      clearInterval(sweeper);
      clearTimeout(cutter);
    },
  };
}

/**
 * Closes the connection of a GET or HEAD request whose body has not arrived in full. A server need not read such a body
 * (RFC 9110 §9.3.1), and the framework closes only the connections of other methods. Without this, a client could keep a
 * connection open by sending a byte now and then.
 */
function endUnread(incoming: IncomingMessage): void {
  const { socket } = incoming;
  if (incoming.complete || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) return;
  const timer = setTimeout(() => socket.destroySoon(), unreadBodyMs);
  incoming.once('close', () => clearTimeout(timer));
}

function listen(server: Server, { host, port }: Pick<ListenConfig, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(reasonOf(error, host, port), { cause: error }));
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function reasonOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `PORT ${port} is taken on ${host}: stop what uses it, or set PORT to another one.`;
  if (error.code === 'EACCES')
    return `PORT ${port} needs more rights than this account has: choose one from 1024.`;
  return `HOST ${host} with PORT ${port} cannot be listened on (${error.code ?? error.message}).`;
}

function readCertificate({ tlsCert, tlsKey }: Pick<ListenConfig, 'tlsCert' | 'tlsKey'>) {
  const read = (name: string, path: string | null): Buffer => {
    try {
      return readFileSync(path ?? '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new ConfigError(`${name} is set to "${path}", which cannot be read (${code}).`);
    }
  };
  return { cert: read('TLS_CERT', tlsCert), key: read('TLS_KEY', tlsKey) };
}
