import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

type Changes = {
  /** Names of headers (lower case) that answers lose, as some proxies do it. */
  without?: readonly string[];
  /** Returns the path that the server is asked for. */
  path?: (path: string) => string;
};

/** Starts a proxy in front of a server, which changes what passes. */
export async function startProxy(
  target: () => string,
  { without = [], path = (same) => same }: Changes,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((near, answer) => {
    const { hostname, port } = new URL(target());
    const { method, url = '/', headers } = near;
    const far = request({ hostname, port, method, path: path(url), headers }, (response) => {
      const kept = Object.entries(response.headers).filter(([name]) => !without.includes(name));
      answer.writeHead(response.statusCode ?? 502, Object.fromEntries(kept) as Record<string, string>);
      response.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    answer.on('close', () => far.destroy());
    near.pipe(far);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
