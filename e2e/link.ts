import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between browser and server whose connections can be cut, or fall silent. */
export type Link = {
  readonly url: string;
  to(url: string): void;
  /** Breaks all connections. Requests get no answer until `mend`. */
  cut(): void;
  /**
   * Holds back all data in both directions, and also the end of a connection, so that each connection seems open. After `mend` the data that
   * was held back is passed on, as by retransmissions.
   */
  silence(): void;
  mend(): void;
  close(): Promise<void>;
};

export async function createLink(): Promise<Link> {
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let port = 0;
  let isCut = false;
  let isSilent = false;
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
    const pair = [near, far] as const;
    pairs.add(pair);
    if (isSilent) stop(pair);
    else go(pair);
    near.on('close', () => far.destroy());
    far.on('close', () => {
      near.destroy();
      pairs.delete(pair);
    });
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
    silence() {
      isSilent = true;
      for (const pair of pairs) stop(pair);
    },
    mend() {
      isCut = false;
      if (isSilent) for (const pair of pairs) go(pair);
      isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function go([near, far]: readonly [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}

function stop([near, far]: readonly [Socket, Socket]): void {
  near.unpipe(far).pause();
  far.unpipe(near).pause();
}
