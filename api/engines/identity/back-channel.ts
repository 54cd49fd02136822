import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type BackChannel = { reach(url: string): string; close(): Promise<void> };

/**
 * Opens a listener on the loopback address. Through it the API calls the embedded provider in the same way as an
 * external one, independent of any proxy, certificate or network in front of the public address.
 */
export async function openBackChannel(
  publicUrl: string,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<BackChannel> {
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    reach: (url) =>
      url.startsWith(publicUrl) ? `http://127.0.0.1:${port}${url.slice(publicUrl.length)}` : url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
