/**
 * Opens a Chromium tab without Playwright, because Playwright keeps copies of the network traffic, which would count as
 * memory here. Uses only `Runtime.evaluate` of the DevTools protocol.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumLaunch } from '../../tools/chromium.ts';

type Target = { type: string; url: string; webSocketDebuggerUrl: string };
type Answer = {
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string }; [name: string]: unknown };
};

const startTries = 200;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends one command on its own connection. Rejects if the tab is gone. */
async function call(target: Target, method: string, params: object = {}): Promise<Answer['result']> {
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const answered = Promise.withResolvers<string>();
  const onEnd = () => answered.reject(new Error('The target has gone.'));
  socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method, params })));
  socket.addEventListener('message', ({ data }) => answered.resolve(String(data)));
  socket.addEventListener('error', onEnd);
  socket.addEventListener('close', onEnd);
  try {
    return (JSON.parse(await answered.promise) as Answer).result;
  } finally {
    socket.close();
  }
}

async function evaluateIn(target: Target, expression: string): Promise<unknown> {
  const params = { expression, awaitPromise: true, returnByValue: true };
  const answer = await call(target, 'Runtime.evaluate', params);
  if (answer?.exceptionDetails) throw new Error(`The page failed: ${answer.exceptionDetails.text}`);
  return answer?.result?.value;
}

export type BareTab = {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  waitFor(expression: string): Promise<void>;
  /** Memory of page and workers after a garbage collection, bytes, as measured by the browser. */
  heldBytes(): Promise<number>;
  close(): Promise<void>;
};

/** Starts Chromium with one tab. @throws Error if Chromium does not start within 20 s */
export async function openBareTab(userDataDir: string): Promise<BareTab> {
  const args = [
    '--headless=new',
    '--remote-debugging-port=0',
    '--enable-blink-features=ForceEagerMeasureMemory',
    'about:blank',
  ];
  const child = spawn(
    chromiumLaunch.executablePath,
    [...chromiumLaunch.args, `--user-data-dir=${userDataDir}`, ...args],
    { stdio: 'ignore', detached: true },
  );
  let port = '';
  for (let tries = 0; port === '' && tries < startTries; tries++) {
    await pause(100);
    try {
      port = readFileSync(join(userDataDir, 'DevToolsActivePort'), 'utf8').split('\n')[0]!;
    } catch {
      // The file is not written yet.
    }
  }
  if (port === '') throw new Error('Chromium did not start.');

  const targets = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as readonly Target[];
  const tab = async () => {
    const page = (await targets()).find(({ type }) => type === 'page');
    if (!page) throw new Error('The tab has gone.');
    return page;
  };
  const evaluate = async (expression: string) => evaluateIn(await tab(), expression);
  return {
    evaluate,
    async open(url) {
      await call(await tab(), 'Page.navigate', { url });
    },
    async reload() {
      await call(await tab(), 'Page.reload');
    },
    async waitFor(expression) {
      while (!(await evaluate(expression).catch(() => false))) await pause(100);
    },
    async heldBytes() {
      return Number(
        await evaluate('performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)'),
      );
    },
    async close() {
      const exited = once(child, 'exit');
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
  };
}
