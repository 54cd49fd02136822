import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import type { ByteSource } from '#workers/send/byte-source.ts';
import type { SendState, SendTimings } from '#workers/send/send.contract.ts';
import { createSender, type SenderOptions } from '#workers/send/sender.ts';
import { createFaultProxy, type FaultProxyOptions } from './fault-proxy.ts';
import { createNodeTransport } from './node-transport.ts';

export const quick: SendTimings = {
  retryDelaysMs: [1, 2, 2, 2],
  pausesMs: [5],
  settledAfterMs: 20,
  progressEveryMs: 0,
  partEveryMs: 2,
  stalledAfterMs: 10_000,
};

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Starts the real server on its own port behind a faulty proxy. Both end with the test. */
export async function uploadLine(faults: Omit<FaultProxyOptions, 'target'> = {}) {
  const api = await testApp();
  const user = await buildUser(api.db);
  const owner = ownerOf(user);
  let server = await listen(api.app.fetch, 0);
  const port = (server.address() as AddressInfo).port;
  const proxy = await createFaultProxy({ target: `http://localhost:${port}`, ...faults });
  onTestFinished(async () => {
    await proxy.close();
    await close(server);
  });

  return {
    ...api,
    user,
    owner,
    proxy,
    newSession: async () => (await buildSession(api.db, owner)).id,
    /** Restarts the server on the same data and port after `downMs`. */
    async restart(downMs = 0) {
      await close(server);
      await new Promise((resolve) => setTimeout(resolve, downMs));
      server = await listen(api.reopen().fetch, port);
    },
    /** Returns the bytes of a session's latest upload on the server's disk. */
    async storedOf(sessionId: string) {
      const [row] = await api.deps.uploads.ofSession(sessionId);
      const bytes = row ? await readFile(join(api.dataDir, audioKey(row.id))) : null;
      return { row, bytes, uploads: (await api.deps.uploads.ofSession(sessionId)).length };
    },
    /** Creates a sender and records the states that it reports. */
    sender(sessionId: string, source: ByteSource, change: Partial<SenderOptions> = {}) {
      const states: SendState[] = [];
      const urls: (string | null)[] = [];
      const sender = createSender({
        source,
        metadata: { session_id: sessionId, file_name: 'Gespräch.mp3', file_type: 'audio/mpeg' },
        url: null,
        timings: quick,
        async headers() {
          // The clock is moved so that time stamps differ.
          api.clock.advance(1);
          return api.bearer(user);
        },
        transport: createNodeTransport(proxy.url),
        ...change,
        onState(state) {
          states.push(state);
          change.onState?.(state);
        },
        onUrl(url) {
          urls.push(url);
          change.onUrl?.(url);
        },
      });
      onTestFinished(() => sender[Symbol.dispose]());
      return Object.assign(sender, { states, urls });
    },
  };
}

async function listen(fetch: (request: Request) => Response | Promise<Response>, port: number) {
  const server = serve({ fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false }) as Server;
  if (!server.listening) await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  if (server.listening) await once(server, 'close');
}
