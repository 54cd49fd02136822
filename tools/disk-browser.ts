/** Starts a Chromium with its own profile on disk, which tests may kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from './chromium.ts';

const root = join(import.meta.dirname, '..');

/** Serves a page that only runs the module at this path of the project. */
export async function serveModule(
  path: string,
  cacheDir: string,
): Promise<{ url: string } & AsyncDisposable> {
  const page = `<!doctype html><title>${path}</title><script type="module" src="/${path}"></script>`;
  const server = await createServer({
    configFile: false,
    root,
    cacheDir,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { host: 'localhost', port: 0, hmr: false, watch: null },
    plugins: [
      {
        name: 'page',
        configureServer({ middlewares }) {
          middlewares.use((request, response, next) => {
            if (request.url !== '/') return next();
            response.setHeader('content-type', 'text/html');
            response.end(page);
          });
        },
      },
    ],
  });
  await server.listen();
  return { url: server.resolvedUrls!.local[0]!, [Symbol.asyncDispose]: () => server.close() };
}

export type DiskBrowser = {
  page: Page;
  /** Sets the storage quota of the page's origin, bytes. Null sets the browser's default. */
  setQuota(bytes: number | null): Promise<void>;
  kill(): Promise<void>;
} & AsyncDisposable;

/** Starts a browser on this profile. After a kill the new one may not respond for a moment; then it is started again. */
async function launch(userDataDir: string, attemptsLeft = 2) {
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${userDataDir}`];
  const browser = spawn(chromiumLaunch.executablePath, [...chromiumLaunch.args, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(browser, 'exit');
  const end = async () => {
    if (browser.exitCode === null && browser.signalCode === null) process.kill(-browser.pid!, 'SIGKILL');
    await exited;
  };
  const lines = createInterface({ input: browser.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /DevTools listening on (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    lines.on('close', () => reject(new Error('The browser did not start.')));
  });
  try {
    return { end, connection: await chromium.connectOverCDP(address, { timeout: 15_000 }) };
  } catch (error) {
    await end();
    if (attemptsLeft === 0) throw error;
    return launch(userDataDir, attemptsLeft - 1);
  }
}

export async function openDiskBrowser(userDataDir: string, url: string): Promise<DiskBrowser> {
  const { connection, end } = await launch(userDataDir);
  const context = connection.contexts()[0]!;
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  const cdp = await context.newCDPSession(page);
  const kill = async () => {
    await end();
    await connection.close();
  };
  return {
    page,
    kill,
    async setQuota(bytes) {
      const quota = bytes === null ? {} : { quotaSize: bytes };
      await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin, ...quota });
    },
    [Symbol.asyncDispose]: kill,
  };
}
