import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Link } from '../link.ts';
import { secureHost } from '../secure-product.ts';

/** A proxy on loopback that leads the host name of the server with TLS to a link, in every engine. It leads nowhere else. */
export type Tunnel = { readonly port: number; close(): Promise<void> };

export async function openTunnel(link: Link): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((_, answer) => void answer.writeHead(403).end());
  server.on('connect', ({ url }, near: Socket, head) => {
    keep(near);
    if (url !== `${secureHost}:443`) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const far = connect(Number(new URL(link.url).port), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.write(head);
      near.pipe(far).pipe(near);
    });
    keep(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
