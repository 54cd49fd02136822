/**
 * Time from the choice of a file of 20 minutes to its mp3, in each browser beside Chromium: open, decode, analyse, encode.
 * WebKit runs with and without shared memory. `--only m4a`: one format. Browsers that this machine lacks are left out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { engines, type Engine, type EngineDriver } from '#e2e/engines/driver.ts';
import { engineObstacle, openEngine } from '#e2e/engines/open-engine.ts';
import { cases, joinSpeech, makeInput } from './encode/inputs.ts';
import type { Passed } from './encode.ts';
import type { Options } from './main.ts';
import { ensureNativeFfmpeg } from './native.ts';
import { round, type Report } from './report.ts';

const root = join(import.meta.dirname, '..');
const lengthS = 1_200;
const pollMs = 500;
const patienceMs = 600_000;

/** Asks the page until `body` returns something. No call lasts long, because WebKit drops a promise that nothing holds. */
async function until<T>(driver: EngineDriver, body: string): Promise<T> {
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt;) {
    const value = await driver.run<T | null>(body);
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`The page does not answer: ${body}`);
}

/** Runs a pass over a file in a new browser. Returns its time, ms. */
async function passIn(engine: Engine, address: string, path: string): Promise<number> {
  const driver = await openEngine(engine, {});
  try {
    await driver.goto(address);
    await until(driver, `return 'pass' in globalThis ? true : null;`);
    await driver.chooseFile(path);
    await until(driver, `return document.querySelector('input').files.length > 0 ? true : null;`);
    await driver.run(`
      globalThis.pass({ cut: false, workers: null }).then(
        (passed) => (globalThis.result = { passed }),
        (error) => (globalThis.result = { error: String(error) }),
      );
      return null;
    `);
    const result = await until<{ passed?: Passed; error?: string }>(
      driver,
      'return globalThis.result ?? null;',
    );
    if (!result.passed) throw new Error(`${engine}: ${result.error}`);
    return result.passed.analyseMs + result.passed.finishMs;
  } finally {
    await driver.close();
  }
}

export async function measure({ audioDir, only }: Options): Promise<Report> {
  const native = ensureNativeFfmpeg();
  if (!native) throw new Error('The inputs are made with ffmpeg, which cannot be installed here.');
  const chosen = Object.entries(cases).filter(([name, { cut }]) => !cut && (!only || name === only));
  if (chosen.length === 0) throw new Error('--only takes one of m4a, mp3, webm, wav, flac.');
  const here = engines.filter((engine) => engineObstacle(engine) === null);
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
    // WebKitGTK does not know `using`.
    oxc: { target: 'es2023' },
  });
  await server.listen();
  const address = `${server.resolvedUrls?.local[0] ?? ''}@fs${join(root, 'bench/page.html')}`;
  const rows: Report['rows'] = [];
  try {
    const joined = joinSpeech(dir, audioDir);
    // The first pass also makes the server translate the modules.
    await passIn('chromium', address, joined);
    for (const [name, kind] of chosen) {
      const path = makeInput(joined, join(dir, `speech.${kind.extension}`), kind, lengthS);
      let chromiumMs: number | null = null;
      for (const engine of here) {
        const ms = await passIn(engine, address, path);
        chromiumMs ??= ms;
        rows.push({
          input: name,
          browser: engine,
          s: round(ms / 1000),
          '× real time': round((lengthS * 1000) / ms),
          'beside Chromium': round(ms / chromiumMs),
        });
      }
      rmSync(path);
    }
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
  return { name: 'browsers', rows, figures: { native, audio: audioDir !== null, lengthS, rows }, goals: [] };
}
