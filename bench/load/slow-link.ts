/**
 * A proxy in front of a server that makes its answers as slow as a poor mobile link. Chromium can slow down a tab itself, but not
 * the requests of its service worker. Here both go over one link. Each answer is counted: headers and body as they are sent.
 */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { kindOf, type Kind } from './kind.rules.ts';

export type Sent = { path: string; kind: Kind; bytes: number; askedAtMs: number };

export type SlowLink = {
  readonly url: string;
  /** Answers since the last `forget`. */
  readonly sent: readonly Sent[];
  /** True while answers are slow. */
  isSlow: boolean;
  to(url: string): void;
  forget(): void;
  /** Resolves when nothing was sent for `quietMs`, or after `patienceMs`: an answer may stay open. */
  quiet(): Promise<void>;
  close(): Promise<void>;
};

/** A link of 1.6 Mbit/s with a round trip of 150 ms. */
export const slow = { bytesPerS: 200_000, roundTripMs: 150 };

const packetBytes = 1_460;
const quietMs = 1_500;
const patienceMs = 30_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns a function that waits until the link has carried so many more bytes. Answers share the link packet by packet. */
function createLine() {
  let freeAtMs = 0;
  return async (bytes: number): Promise<void> => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + (bytes / slow.bytesPerS) * 1000;
    const waitMs = freeAtMs - performance.now();
    if (waitMs > 1) await pause(waitMs);
  };
}

const headBytes = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, part) => sum + part.length + 2, 17);

export async function createSlowLink(): Promise<SlowLink> {
  const agent = new Agent({ keepAlive: true });
  const carry = createLine();
  const known = new WeakSet<Socket>();
  const sent: Sent[] = [];
  let target = '';
  let isSlow = false;
  let running = 0;
  let lastAtMs = performance.now();

  async function pass(near: IncomingMessage, answer: ServerResponse): Promise<void> {
    const askedAtMs = Date.now();
    const isNew = !known.has(near.socket);
    known.add(near.socket);
    // The connection costs a round trip, the request another one.
    if (isSlow) await pause(slow.roundTripMs * (isNew ? 2 : 1));
    const path = near.url ?? '/';
    const far = request(new URL(path, target), { method: near.method, headers: near.headers, agent });
    near.pipe(far);
    const [response] = (await once(far, 'response')) as [IncomingMessage];
    const kind = kindOf(path, response.headers['content-type'] ?? '');
    const entry: Sent = { path, kind, bytes: headBytes(response), askedAtMs };
    sent.push(entry);
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
    if (isSlow) await carry(entry.bytes);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += packetBytes) {
        const packet = chunk.subarray(at, at + packetBytes);
        if (isSlow) await carry(packet.length);
        entry.bytes += packet.length;
        answer.write(packet);
      }
    }
    answer.end();
  }

  const server = createServer((near, answer) => {
    running += 1;
    answer.on('close', () => {
      running -= 1;
      lastAtMs = performance.now();
    });
    pass(near, answer).catch(() => answer.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent,
    get isSlow() {
      return isSlow;
    },
    set isSlow(value) {
      isSlow = value;
    },
    to(url) {
      target = url;
    },
    forget() {
      sent.length = 0;
    },
    async quiet() {
      const giveUpAtMs = performance.now() + patienceMs;
      const isQuiet = () => running === 0 && performance.now() - lastAtMs >= quietMs;
      while (!isQuiet() && performance.now() < giveUpAtMs) await pause(100);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
