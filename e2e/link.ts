import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between browser and server whose connections can be cut. */
export type Link = {
  readonly url: string;
  to(url: string): void;
  /** Breaks all connections. Requests get no answer until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

export async function createLink(): Promise<Link> {
  const sockets = new Set<Socket>();
  let port = 0;
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    to(url) {
      port = Number(new URL(url).port);
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
