/**
 * Measures how exactly players seek. A sound whose pitch encodes the time is uploaded in every container and bit rate
 * mode, through the page or the API. Chromium seeks to 20 positions in the served file and in the uploaded file. The
 * sound lasts ten minutes. `--full`: 2:30 h, which takes about two hours. `--only mp3`: inputs whose name contains
 * this.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { uploadByApi } from '#e2e/by-api.ts';
import { playbackOffsets, placesIn } from '#e2e/playback-offset.ts';
import { createSession, pickFile, signedIn } from '#e2e/journey.ts';
import { createProduct, disposeProduct, type Product } from '#e2e/product.ts';
import { seekErrorS } from '#wasm/mp3/exact-index.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';
import { samplesPerFrame } from '#wasm/mp3/header.ts';
import { chromiumLaunch } from '../../tools/chromium.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg } from '../native.ts';
import { goal, round, type Report } from '../report.ts';
import { earlierBy, inputs, makeInput, writeSound, type Input } from './inputs.ts';
import { serveFile } from './serve-file.ts';

const root = join(import.meta.dirname, '../..');
const shortS = 600;
const longS = 9_000;
const places = 20;
const limitS = 0.3;
const goalS = 0.05;

type Beside = { maxS: number; medianS: number };
const summed = (beside: readonly number[], path: string): Beside => {
  const earlierS = earlierBy(path);
  const sorted = beside.map((s) => Math.abs(s - earlierS)).toSorted((a, b) => a - b);
  return { maxS: sorted.at(-1) ?? Number.NaN, medianS: sorted[sorted.length >> 1] ?? Number.NaN };
};

/** Measures the uploaded file itself. Returns null if the browser cannot play it. */
async function asItCame(browser: Browser, path: string, seconds: number): Promise<Beside | null> {
  const server = await serveFile(path);
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    return summed(await playbackOffsets(page, `${server.url}sound`, placesIn(seconds, places)), path);
  } catch {
    return null;
  } finally {
    await page.close();
    server.close();
  }
}

type Served = { type: string; bytes: number; readyS: number; indexS: number | null };

/** Returns the largest error of the served mp3's seek index, s; null if the file is no mp3. */
function indexOf(bytes: Uint8Array): number | null {
  const reader = createFrameReader();
  reader.push(bytes);
  const index = reader.finish();
  if (!index) return null;
  const { sizes, count, first } = index;
  return seekErrorS(() => sizes.subarray(0, count), samplesPerFrame(first) / first.sampleRate);
}

async function bring(page: Page, product: Product, token: string, path: string, input: Input) {
  if (!input.device) {
    await page.goto('/library');
    return (await uploadByApi(product.url, token, await openAsBlob(path), path)).id;
  }
  const id = await createSession(page, input.name);
  await pickFile(page, path);
  const send = page.getByRole('button', { name: 'Hochladen', exact: true });
  await send.click({ timeout: 600_000 });
  return id;
}

async function throughProduct(
  browser: Browser,
  product: Product,
  path: string,
  input: Input,
  seconds: number,
) {
  const context = await browser.newContext({ baseURL: product.url, locale: 'de-CH' });
  try {
    const page = await context.newPage();
    const { token } = await signedIn(page, product.url);
    const startedAt = performance.now();
    const id = await bring(page, product, token, path, input);
    const headers = { authorization: `Bearer ${token}` };
    const call = (what: string) => fetch(`${product.url}/api/v1/sessions/${id}${what}`, { headers });
    let answer = await call('/audio-url');
    while (answer.status === 404 || answer.status === 409) {
      await wait(200);
      answer = await call('/audio-url');
    }
    const { url } = (await answer.json()) as { url: string };
    const readyS = (performance.now() - startedAt) / 1000;
    const file = await call('/download');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = file.headers.get('content-type') ?? '';
    const served: Served = { type, bytes: bytes.length, readyS, indexS: indexOf(bytes) };
    await page.goto('/library');
    const playedPath = join(dirname(path), 'played.mp3');
    writeFileSync(playedPath, bytes);
    const heard = summed(await playbackOffsets(page, url, placesIn(seconds, places)), playedPath);
    await fetch(`${product.url}/api/v1/sessions/${id}`, { method: 'DELETE', headers });
    return { served, heard };
  } finally {
    await context.close();
  }
}

const ms = (s: number | null | undefined): number | string =>
  s === null || s === undefined || Number.isNaN(s) ? '–' : round(s * 1000);

export async function measure({ full, only }: Options): Promise<Report> {
  if (!ensureNativeFfmpeg())
    throw new Error('The inputs are made by ffmpeg, which cannot be installed here.');
  execFileSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'ignore' });
  const seconds = full ? longS : shortS;
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-seek-'));
  const browser = await chromium.launch(chromiumLaunch);
  // This model is not installed, so no transcription runs during the measurement.
  const product = await createProduct({ TRANSCRIPTION_MODEL: 'whisper-base' });
  try {
    const sound = await writeSound(dir, seconds);
    const rows: Report['rows'] = [];
    const figures: Record<string, unknown>[] = [];
    for (const input of inputs.filter(({ name }) => name.includes(only ?? ''))) {
      const path = makeInput(dir, sound, input);
      const alone = input.device ? null : await asItCame(browser, path, seconds);
      const { served, heard } = await throughProduct(browser, product, path, input, seconds);
      const way = input.device ? 'page' : 'API';
      figures.push({ name: input.name, way, alone, ...served, ...heard });
      const row = {
        input: input.name,
        by: way,
        'sent MB': round(statSync(path).size / 1e6),
        'as it came: max ms': ms(alone?.maxS),
        'median ms': ms(alone?.medianS),
        played: served.type,
        MB: round(served.bytes / 1e6),
        'ready after s': round(served.readyS),
        'played: max ms': ms(heard.maxS),
        'its median ms': ms(heard.medianS),
        'of it the index ms': ms(served.indexS),
      };
      rows.push(row);
      console.log(JSON.stringify(row));
      rmSync(path);
    }
    const worst = Math.max(...figures.map(({ maxS }) => maxS as number));
    const worstMedian = Math.max(...figures.map(({ medianS }) => medianS as number));
    return {
      name: 'seek',
      rows,
      figures: { seconds, places, rows: figures },
      goals: [
        goal('farthest beside an asked place, of what is played', worst, 's', '<=', limitS),
        goal('the same, as it is wished', worst, 's', '<=', goalS),
        goal('the largest median', worstMedian, 's', '<=', goalS),
      ],
      isFailed: worst > limitS,
    };
  } finally {
    await browser.close();
    await disposeProduct(product);
    rmSync(dir, { recursive: true, force: true });
  }
}
