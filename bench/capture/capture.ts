/**
 * Records 2:30 h through the real page and server, faster than real time. Measures the memory of page and workers over
 * time, and the time from Stop to the answer of recording-complete.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { createProduct } from '#e2e/product.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import type { Options } from '../main.ts';
import { rendererPssBytes } from '../memory.ts';
import { goal, round, type Report } from '../report.ts';
import { openBareTab } from './bare-tab.ts';
import type { Captured, CaptureTask } from './captured.ts';

const root = join(import.meta.dirname, '../..');
/** Length of the recording, s: slightly less than the length at which a next part begins. */
const wholeS = 8_990;
const quickS = 900;

/** Returns the project's synthetic speech, joined, with 16 bit, in base64. */
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
  // This model is not installed, so no transcription runs during the measurement.
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
  const tab = await openBareTab(userDataDir);
  try {
    const tokens = await createTestBrowser(product.url).register(petra);
    const address = (server.resolvedUrls?.local[0] ?? '').replace('127.0.0.1', 'localhost');
    const isReady = '"capture" in globalThis';
    await tab.open(`${address}@fs${join(import.meta.dirname, 'capture-page.html')}`);
    await tab.waitFor(isReady);
    const stored = {
      access_token: tokens.access_token,
      refresh_token: tokens.refresh_token,
      token_expires_at: String(Date.now() + 3_600_000),
    };
    await tab.evaluate(`void Object.assign(localStorage, ${JSON.stringify(stored)})`);
    await tab.reload();
    await tab.waitFor(`${isReady} && performance.getEntriesByType('navigation')[0].type === 'reload'`);
    const rows: Report['rows'] = [];
    const watching = new AbortController();
    const watch = (async () => {
      let next = 0;
      while (!watching.signal.aborted) {
        const atS = (await tab.evaluate('globalThis.positionS()')) as number;
        if (atS >= next) {
          rows.push({
            'recorded min': Math.round(atS / 60),
            'held MB': round((await tab.heldBytes()) / 1e6),
            'renderers MB': round(rendererPssBytes(userDataDir) / 1e6),
          });
          next = atS + seconds / 10;
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    })();
    const task: CaptureTask = { seconds, ...speech() };
    const captured = (await tab.evaluate(`globalThis.capture(${JSON.stringify(task)})`)) as Captured;
    watching.abort();
    await watch;
    // The first sample is skipped, because models are loaded then. In a short run nothing can grow.
    const growthOf = (column: string) => {
      if (seconds < wholeS) return null;
      const settled = rows.slice(1).map((row) => Number(row[column]));
      return Math.max(...settled.slice(-3)) - Math.min(...settled.slice(0, 3));
    };
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
      figures: { ...captured, memory: rows },
      goals: [
        goal('from Stop to the answered recording-complete', stopMs / 1000, 's', '<=', 2),
        goal('growth of what is held, first to last half hour', growthOf('held MB'), 'MB', '<=', 40),
        goal('growth of the renderers, first to last half hour', growthOf('renderers MB'), 'MB', '<=', 40),
      ],
    };
  } finally {
    await tab.close();
    await server.close();
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}
