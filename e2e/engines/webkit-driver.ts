import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { secureCertificate, secureHost } from '../secure-product.ts';
import type { EngineDriver, EngineOptions } from './driver.ts';

const host = join(import.meta.dirname, 'webkit-host.py');

/** Drives WebKitGTK, whose storage lasts for as long as the driver. */
export async function openWebKit(options: EngineOptions & { isShared: boolean }): Promise<EngineDriver> {
  const { isShared, hasCamera = true, tunnel } = options;
  const data = mkdtempSync(join(tmpdir(), 'wortlaut-webkit-'));
  const child = spawn('xvfb-run', ['-a', '/usr/bin/python3', host], {
    stdio: ['pipe', 'pipe', process.env['E2E_LOG'] ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      WEBKIT_DATA: data,
      // The sandbox of WebKit needs namespaces that root in a container lacks.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LANG: 'C.UTF-8',
      ...(hasCamera ? {} : { WEBKIT_REFUSES_CAMERA: '1' }),
      ...(tunnel
        ? {
            WEBKIT_PROXY: `http://127.0.0.1:${tunnel.port}`,
            WEBKIT_HOST: secureHost,
            WEBKIT_CERTIFICATE: secureCertificate,
          }
        : {}),
      ...(isShared ? { JSC_useSharedArrayBuffer: '1' } : {}),
    },
    detached: true,
  });
  type Waiting = { resolve(value: unknown): void; reject(error: Error): void };
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const { id, value, error } = JSON.parse(line) as { id: number; value?: unknown; error?: string };
    // 0 is no answer: the page has crashed.
    if (id === 0) process.stderr.write(`${error}\n`);
    const entry = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) entry?.resolve(value);
    else entry?.reject(new Error(error));
  });
  const exited = once(child, 'exit');
  child.stdin.on('error', () => {});
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`WebKit ended with ${code}.`));
    waiting.clear();
  });
  const send = (command: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null) return reject(new Error(`WebKit ended with ${child.exitCode}.`));
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    });
  return {
    goto: async (url) => void (await send({ do: 'goto', url })),
    run: (body, input) => send({ do: 'run', body, input }) as Promise<never>,
    chooseFile: async (path) => void (await send({ do: 'choose', path })),
    resize: async (width, height) => void (await send({ do: 'resize', width, height })),
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 5_000);
      await exited;
      clearTimeout(timer);
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
