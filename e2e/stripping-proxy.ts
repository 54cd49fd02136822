import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy in front of a server that removes these headers (lower case) from its answers, as some proxies do. */
export async function startStrippingProxy(
  target: () => string,
  names: readonly string[],
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((near, answer) => {
    const { hostname, port } = new URL(target());
    const { method, url, headers } = near;
    const far = request({ hostname, port, method, path: url, headers }, (response) => {
      const kept = Object.entries(response.headers).filter(([name]) => !names.includes(name));
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
