/**
 * A recording of 2:30 h through the page's own line, fed as fast as it is taken: memory of page and workers while it grows,
 * and the time from Stop until the server has answered recording-complete.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { createProduct } from '#e2e/product.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { chromiumLaunch } from '../../tools/chromium.ts';
import type { Options } from '../main.ts';
import { rendererPssBytes } from '../memory.ts';
import { goal, round, type Report } from '../report.ts';
import type { Captured, CaptureTask } from './captured.ts';

const root = join(import.meta.dirname, '../..');
/** A little less than what rolls over. */
const wholeS = 8_990;
const quickS = 900;

/** The project's own synthetic speech, one after the other, 16-bit in base64. */
function speech(): Pick<CaptureTask, 'samples' | 'sampleRate'> {
  const all = ['de_conversation', 'de_1', 'en_1', 'fr_1', 'it_1'].map((name) =>
    fromWav(Uint8Array.from(readFileSync(join(root, `models/fixture/audio/${name}.wav`)))),
  );
  const samples = all.flatMap((one) => [...one.samples]);
  const pcm = Int16Array.from(samples, (sample) => sample * 16_384);
  return { samples: Buffer.from(pcm.buffer).toString('base64'), sampleRate: all[0]!.sampleRate };
}

export async function measure({ only }: Options): Promise<Report> {
  const seconds = only === 'quick' ? quickS : wholeS;
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  // No transcription beside the measurement: it waits for a model that is not there.
  const product = await createProduct({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: {
      port: 0,
      host: 'localhost',
      proxy: { '/api': { target: product.url, changeOrigin: true } },
    },
  });
  await server.listen();
  const userDataDir = join(dir, 'profile');
  const browser = await chromium.launchPersistentContext(userDataDir, chromiumLaunch);
  try {
    const tokens = await createTestBrowser(product.url).register(petra);
    const page = await browser.newPage();
    const address = (server.resolvedUrls?.local[0] ?? '').replace('127.0.0.1', 'localhost');
    await page.addInitScript(
      ([access, refresh]) => {
        localStorage.setItem('access_token', access!);
        localStorage.setItem('refresh_token', refresh!);
        localStorage.setItem('token_expires_at', String(Date.now() + 3_600_000));
      },
      [tokens.access_token, tokens.refresh_token],
    );
    await page.goto(`${address}@fs${join(import.meta.dirname, 'capture-page.html')}`);
    await page.waitForFunction('"capture" in globalThis');
    const rows: Report['rows'] = [];
    const watching = new AbortController();
    const watch = (async () => {
      let next = 0;
      while (!watching.signal.aborted) {
        const atS = (await page.evaluate('globalThis.positionS()')) as number;
        if (atS >= next) {
          rows.push({
            'recorded min': Math.round(atS / 60),
            'renderers MB': round(rendererPssBytes(userDataDir) / 1e6),
          });
          next = atS + seconds / 10;
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    })();
    const task: CaptureTask = { seconds, ...speech() };
    const captured = (await page.evaluate(`globalThis.capture(${JSON.stringify(task)})`)) as Captured;
    watching.abort();
    await watch;
    const memory = rows.map((row) => Number(row['renderers MB']));
    // The first look falls into the loading of models.
    const settled = memory.slice(1);
    const growthMb = Math.max(...settled.slice(-3)) - Math.min(...settled.slice(0, 3));
    const { stopMs, feedMs, stage, problem } = captured;
    if (stage !== 'finished') throw new Error(`The recording ended as ${stage}: ${problem}.`);
    return {
      name: 'capture',
      rows,
      more: [
        [
          {
            'recorded s': round(captured.durationS),
            'MB of mp3': round(captured.bytes / 1e6),
            storage: captured.storage,
            '× real time': round(seconds / (feedMs / 1000)),
            'Stop to answer s': round(stopMs / 1000),
            'longest task ms, feeding included': round(captured.longestTaskMs),
          },
        ],
      ],
      figures: { ...captured, memory },
      goals: [
        goal('from Stop to the answered recording-complete', stopMs / 1000, 's', '<=', 2),
        goal('growth of the renderers from the first to the last half hour', growthMb, 'MB', '<=', 40),
      ],
    };
  } finally {
    await browser.close();
    await server.close();
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}
