import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { createStaticRoutes } from '#api/http/static.routes.ts';
import { compressFiles } from '../../tools/build.mjs';

/** Builds the bare page with the tools of the page, and serves it as our server serves the page. */
export async function serveBarePage(): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'wortlaut-bare-'));
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, target: 'es2023', modulePreload: { polyfill: false } },
  });
  await compressFiles(outDir);
  const routes = createStaticRoutes(outDir, async () => null);
  const server = createServer(getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
