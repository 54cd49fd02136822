import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

const root = join(import.meta.dirname, '..');

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

export type Product = {
  url: string;
  /** Origin of the provider outside the server whose pages people sign in on. */
  signInOrigin: string | null;
  dataDir: string;
  /** Ends the server as Ctrl-C does. */
  stop(): Promise<void>;
  /** Kills the server without any clean-up. */
  kill(): Promise<void>;
  /** Starts the server again, with the same address and data. `checkout`: folder of another version of the product. */
  start(env?: Record<string, string>, checkout?: string): Promise<void>;
};

/** Starts a server on a temporary data folder. */
export async function createProduct(env: Record<string, string> = {}, checkout = root): Promise<Product> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'wortlaut-e2e-'));
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  };
  const issuer = env['OIDC_ISSUER']?.replace('{realm}', 'realm');
  const product: Product = {
    url,
    signInOrigin: issuer ? new URL(issuer).origin : null,
    dataDir,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async start(more = {}, from = root) {
      const flags = readFileSync(join(from, 'api/node-flags.json'), 'utf8');
      child = fork(join(from, 'e2e/server.ts'), {
        execPath: join(from, 'node_modules/node/bin/node'),
        execArgv: JSON.parse(flags) as string[],
        cwd: from,
        stdio: ['ignore', process.env['E2E_LOG'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: url,
          DATA_DIR: dataDir,
          MODELS_DIR: join(dataDir, 'models'),
          MODEL_SOURCE: '',
          TRANSCRIPTION_MODEL: 'fixture',
          LOG_LEVEL: process.env['E2E_LOG'] ?? 'silent',
          ...env,
          ...more,
        },
      });
      const started = once(child, 'message');
      const failed = once(child, 'exit').then(([code]) => {
        throw new Error(`The server ended with ${code} before it was ready.`);
      });
      await Promise.race([started, failed]);
      failed.catch(() => {});
    },
  };
  await product.start({}, checkout);
  return product;
}

export async function disposeProduct(product: Product): Promise<void> {
  await product.kill();
  rmSync(product.dataDir, { recursive: true, force: true });
}

export async function withProduct(
  use: (product: Product) => Promise<void>,
  env?: Record<string, string>,
): Promise<void> {
  const product = await createProduct(env);
  await use(product);
  await disposeProduct(product);
}

/** For tests of the service worker. Other tests run without it (`playwright.config.ts`). */
export const withServiceWorker = { serviceWorkers: 'allow' } as const;

/** Requests of a page to other origins, and its unhandled errors. */
export type Watch = { foreign: string[]; errors: string[] };

type Fixtures = { watch: Watch };
type WorkerFixtures = { product: Product };

/**
 * `product`: one server for the tests of a file. `watch`: makes a test fail if its page has requested another origin or had an
 * unhandled error.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => withProduct(use),
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  watch: [
    async ({ context, product }, use) => {
      const watch: Watch = { foreign: [], errors: [] };
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        const isSignIn = origin === product.signInOrigin && request.isNavigationRequest();
        if (protocol.startsWith('http') && origin !== product.url && !isSignIn)
          watch.foreign.push(request.url());
      });
      context.on('weberror', (failure) => {
        const error = failure.error();
        watch.errors.push(error.stack ?? String(error));
      });
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) watch.errors.push(message.text());
      });
      await use(watch);
      expect(watch.foreign, 'requests to another origin').toEqual([]);
      expect(watch.errors, 'errors that no one handled').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Returns a `test` for a file that needs a server of its own. It has no users, so the first person becomes the superuser.
 */
export const withOwnServer = () =>
  test.extend<object, WorkerFixtures>({
    product: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
      async ({}, use) => withProduct(use),
      { scope: 'worker' },
    ],
  });

/** Tag of tests that `npm test` leaves out and a long part (`npm run test:long`) runs. */
export const long = { tag: '@long' };

export { expect, type Page };
