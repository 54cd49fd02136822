/**
 * A Chromium with a fake microphone that can be killed like in a power cut, has a tab that is really hidden, and keeps its
 * profile.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Browser, type Page, type TestInfo } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';
import { microphoneSwitches } from './microphone.ts';

export type OwnChromium = {
  readonly userDataDir: string;
  /** Starts the browser, each time on the same profile. Resolves with a new tab. */
  open(): Promise<Page>;
  kill(): Promise<void>;
  /** Resolves when localStorage with this key is on the disk. Chromium writes it up to 5 s late. */
  hasStored(key: string): Promise<void>;
  crash(page: Page): Promise<void>;
  /** Removes the microphone, as if it was unplugged. `giveMicrophone` restores it. */
  takeMicrophone(page: Page): Promise<void>;
  /** Answers no to each question of the page for the microphone. `giveMicrophone` answers yes again. */
  refuseMicrophone(page: Page): Promise<void>;
  giveMicrophone(page: Page): Promise<void>;
  /** Lowers the storage quota to 1 kB. */
  fillStorage(page: Page): Promise<void>;
  /** Removes `getDirectory` or `indexedDB` from the page's workers. */
  without(page: Page, names: readonly string[]): Promise<void>;
  /** Disconnects from the tab, brings another one to the front, runs `whileHidden`, and reconnects. */
  hide(whileHidden: () => Promise<void>): Promise<Page>;
  /** Returns the URL and the accessibility tree (Playwright's ARIA snapshot, YAML) of each tab that has left `about:blank`. */
  shown(): Promise<string>;
  dispose(): Promise<void>;
};

type Target = { id: string; type: string; url: string };

async function setMicrophone(page: Page, setting: 'granted' | 'denied'): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await cdp.send('Browser.setPermission', { permission: { name: 'microphone' }, setting, origin });
}

/** `microphone`: path of the wav that the microphone plays. Without it there is no microphone. `switches`: more switches. */
export function createChromium(microphone?: string, switches: readonly string[] = []): OwnChromium {
  const userDataDir = mkdtempSync(join(tmpdir(), 'wortlaut-profile-'));
  let child: ChildProcess | null = null;
  let browser: Browser | null = null;
  let address = '';

  const launch = async () => {
    rmSync(join(userDataDir, 'DevToolsActivePort'), { force: true });
    child = spawn(
      chromiumLaunch.executablePath,
      [
        ...chromiumLaunch.args,
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${userDataDir}`,
        ...(microphone ? microphoneSwitches(microphone) : []),
        ...switches,
        '--autoplay-policy=no-user-gesture-required',
        '--lang=de-CH',
        'about:blank',
      ],
      { stdio: 'ignore', detached: true },
    );
    for (let tries = 0; tries < 200; tries++) {
      try {
        const [port] = readFileSync(join(userDataDir, 'DevToolsActivePort'), 'utf8').split('\n');
        // The file exists a moment before its content is written.
        if (!port) throw new Error('The port is not written yet.');
        address = `http://127.0.0.1:${port}`;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error('Chromium did not start.');
  };

  const connect = async (): Promise<Browser> => {
    browser = await chromium.connectOverCDP(address);
    return browser;
  };

  const targets = async () => (await (await fetch(`${address}/json`)).json()) as Target[];

  const end = async () => {
    const running = child;
    child = null;
    browser = null;
    if (!running?.pid || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    // Ends the process group: browser, renderers, audio and storage services.
    process.kill(-running.pid, 'SIGKILL');
    await exited;
  };

  return {
    userDataDir,
    async open() {
      if (!child) await launch();
      const connected = browser ?? (await connect());
      const context = connected.contexts()[0]!;
      const page = await context.newPage();
      await page.setViewportSize({ width: 1280, height: 900 });
      return page;
    },
    kill: end,
    async hasStored(key) {
      const folder = join(userDataDir, 'Default/Local Storage/leveldb');
      const isOnDisk = () => {
        try {
          return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(key));
        } catch {
          return false; // LevelDB replaces its files.
        }
      };
      await expect.poll(isOnDisk).toBe(true);
    },
    async crash(page) {
      const gone = page.waitForEvent('crash', { timeout: 10_000 });
      const cdp = await page.context().newCDPSession(page);
      cdp.send('Page.crash').catch(() => {});
      await gone;
      await page.close();
    },
    takeMicrophone: (page) => setMicrophone(page, 'denied'),
    async refuseMicrophone(page) {
      await setMicrophone(page, 'denied');
      // A browser that allows its fake microphone without a prompt allows it without the permission too.
      await page.evaluate(() => {
        const refuse = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
        Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
      });
    },
    async giveMicrophone(page) {
      await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
      await setMicrophone(page, 'granted');
    },
    async fillStorage(page) {
      const cdp = await page.context().newCDPSession(page);
      const { origin } = new URL(page.url());
      await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 });
    },
    async without(page, names) {
      const remove = [
        names.includes('getDirectory')
          ? 'Object.defineProperty(StorageManager.prototype, "getDirectory", { value: undefined });'
          : '',
        names.includes('indexedDB')
          ? 'Object.defineProperty(globalThis, "indexedDB", { value: undefined });'
          : '',
      ].join('');
      // Requests that a service worker answers cannot be intercepted.
      await page.addInitScript(`${remove}
        ServiceWorkerContainer.prototype.register = () => new Promise(() => {});`);
      await page.route(/recorder\.worker[^/]*\.js/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: remove + (await response.text()) });
      });
    },
    async hide(whileHidden) {
      const url = browser!.contexts()[0]!.pages().at(-1)!.url();
      // A background tab counts as hidden only while Playwright is disconnected, because that emulates focus.
      await browser!.close();
      const blank = await fetch(`${address}/json/new?about:blank`, { method: 'PUT' });
      const { id } = (await blank.json()) as Target;
      await fetch(`${address}/json/activate/${id}`);
      await whileHidden();
      await fetch(`${address}/json/close/${id}`);
      const tab = (await targets()).find((target) => target.url === url);
      if (tab) await fetch(`${address}/json/activate/${tab.id}`);
      const connected = await connect();
      return connected
        .contexts()[0]!
        .pages()
        .find((page) => page.url() === url)!;
    },
    async shown() {
      const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
      const used = pages.filter((page) => page.url() !== 'about:blank');
      const texts = used.map(async (page) => {
        const tree = page.locator('body').ariaSnapshot({ timeout: 10_000 });
        return `${page.url()}\n${await tree.catch((error: unknown) => String(error))}`;
      });
      return (await Promise.all(texts)).join('\n');
    },
    async dispose() {
      await browser?.close().catch(() => {});
      await end();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Ends the browsers of a test and deletes their profiles. If the test has failed, the function first attaches to its result what the tabs
 * of each browser show. `npm test` prints it.
 */
export async function disposeBrowsers(browsers: readonly OwnChromium[], info: TestInfo): Promise<void> {
  for (const [at, browser] of browsers.entries()) {
    if (info.status !== info.expectedStatus)
      await info.attach(`Browser ${at + 1}`, { body: await browser.shown(), contentType: 'text/plain' });
    await browser.dispose();
  }
}
