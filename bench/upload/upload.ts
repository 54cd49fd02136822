/**
 * Uploads 150 MB over faulty connections from Chromium to the real server and compares the bytes. One connection has 20
 * Mbit/s and is reset every 10 s; in the other a proxy refuses bodies over 10 MB. The peers are Uppy with its XHR
 * plugin and one plain `fetch`, both to the multipart route. `--only ours`, `uppy` or `plain`.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { creationKeyHeader } from '#api/contract/session.ts';
import { createProduct, type Product } from '#e2e/product.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { chromiumLaunch } from '../../tools/chromium.ts';
import type { Options } from '../main.ts';
import { goal, round, type Report } from '../report.ts';
import { createFaultProxy } from './fault-proxy.ts';
import type { Sent, SendTask } from './upload-page.ts';

const here = import.meta.dirname;
const sizeBytes = 150_000_000;
const giveUpAfterMs = 180_000;

const links = {
  'drops every 10 s': { bytesPerS: 20e6 / 8, dropEveryMs: 10_000 },
  // The connection is fast, so that only the limit of the proxy matters.
  'refuses over 10 MB': { bytesPerS: 200e6 / 8, maxBodyBytes: 10_000_000 },
};
const senders = ['ours', 'uppy', 'plain'] as const;
type SenderName = (typeof senders)[number];

const mimeTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(here, 'upload-page.html') },
    },
  });
}

/** Serves the built page from the origin of the API. */
const servePage =
  (outDir: string) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) return false;
    response.setHeader('content-type', mimeTypes[extname(pathname)] ?? 'application/octet-stream');
    createReadStream(join(outDir, pathname))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
    return true;
  };

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function newSession(product: Product, headers: Record<string, string>): Promise<string> {
  const response = await fetch(new URL('/api/v1/sessions/', product.url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', [creationKeyHeader]: randomUUID() },
    body: JSON.stringify({ session: { title: 'bench', language: 'de' } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

/** Returns the digest of what the server has: as it answered, or of the file of our upload. */
const arrivedDigest = (sent: Sent, product: Product): Promise<string | null> | string | null =>
  sent.url ? sha256Of(join(product.dataDir, 'audio', sent.url.split('/').at(-1)!)) : sent.sha256;

export async function measure({ only }: Options): Promise<Report> {
  const chosen = senders.filter((name) => !only || name === only);
  if (chosen.length === 0) throw new Error(`--only takes one of ${senders.join(', ')}.`);
  const dir = await mkdtemp(join(tmpdir(), 'wortlaut-bench-'));
  const path = join(dir, 'bench.mp3');
  const bytes = randomBytes(sizeBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await writeFile(path, bytes);
  await buildPage(join(dir, 'page'));
  const product = await createProduct();
  const browser = await chromium.launch(chromiumLaunch);
  const rows: Report['rows'] = [];
  const goals: Report['goals'] = [];
  try {
    const { access_token: token } = await createTestBrowser(product.url).register(petra);
    const headers = { authorization: `Bearer ${token}` };
    for (const [link, { dropEveryMs = null, ...faults }] of Object.entries<Link>(links)) {
      for (const name of chosen) {
        const proxy = await createFaultProxy({
          target: product.url,
          serve: servePage(join(dir, 'page')),
          ...faults,
        });
        const page = await browser.newPage();
        try {
          await page.goto(`${proxy.url}/upload-page.html`);
          await page.setInputFiles('input', path);
          const sessionId = await newSession(product, headers);
          proxy.resetCounters();
          if (dropEveryMs) proxy.dropEvery(dropEveryMs);
          const sent = await send(page, name, { sessionId, headers, giveUpAfterMs });
          const bytesIn = proxy.bytesIn();
          const isThere = sent.error === null && (await arrivedDigest(sent, product)) === sha256;
          rows.push({
            link,
            sender: name,
            arrived: isThere ? 'byte-equal' : 'no',
            'time s': round(sent.ms / 1000),
            attempts: sent.attempts,
            requests: proxy.requests(),
            'MB sent': round(bytesIn / 1e6),
            'sent / size': round(bytesIn / sizeBytes),
            'MB in vain': round(Math.max(0, bytesIn - (isThere ? sizeBytes : 0)) / 1e6),
            error: (sent.error ?? '').slice(0, 40),
          });
          if (name !== 'ours') continue;
          goals.push(goal(`${link}: arrives byte-equal`, isThere ? 1 : 0, 'of 1', '>=', 1));
          goals.push(goal(`${link}: bytes sent by size`, bytesIn / sizeBytes, '×', '<=', 1.05));
        } finally {
          await page.close();
          await proxy.close();
        }
      }
    }
  } finally {
    await browser.close();
    await product.stop();
    await rm(dir, { recursive: true, force: true });
    await rm(product.dataDir, { recursive: true, force: true });
  }
  return { name: 'upload', rows, figures: { sizeBytes, giveUpAfterMs, rows }, goals };
}

type Link = { bytesPerS: number; dropEveryMs?: number; maxBodyBytes?: number };

const send = async (page: Page, name: SenderName, task: SendTask): Promise<Sent> => {
  await page.waitForFunction('"senders" in globalThis');
  return (await page.evaluate(`senders.${name}(${JSON.stringify(task)})`)) as Sent;
};
