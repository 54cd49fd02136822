/**
 * Compares the page's pass over a file with native ffmpeg, in Chromium: open, decode, analyse, encode, and then the
 * same recording with two cuts. Measures an m4a of 2:30 h and 20 minutes of each other format. `--full`: 2:30 h of
 * each, and once more with one encode worker. `--only m4a`: one format. Each pass is repeated in a page without shared
 * memory. The peer decodes and encodes on one thread,
 * without analysis. The output is compared with that of the slow path on two minutes of each format.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { createServer } from 'vite';
import { startProxy } from '#e2e/proxy.ts';
import { chromiumLaunch } from '../tools/chromium.ts';
import { cases, joinSpeech, makeInput, type Case } from './encode/inputs.ts';
import { equalityGoals, equalityRow } from './encode/equality.ts';
import type { Equality } from './encode/slow-pass.ts';
import type { Options } from './main.ts';
import { rendererCpuS, rendererPssBytes } from './memory.ts';
import { ensureNativeFfmpeg, timeFfmpeg } from './native.ts';
import { goal, round, type Report } from './report.ts';

const root = join(import.meta.dirname, '..');
const longS = 9_000;
const shortS = 1_200;
const comparedS = 120;

/**
 * Largest ratio of the total time to the native time: 1 for lossless and common formats, 1.3 where native decoding is
 * cheaper.
 */
const ratioLimits: Record<string, number> = { m4a: 1, mp3: 1, flac: 1, webm: 1.3, wav: 1.3 };

/** Time for which each stage was busy (`BusyMs` of workers/analysis), ms. */
type BusyMs = Record<'decode' | 'analysis' | 'voice' | 'resample' | 'levels' | 'room' | 'encode', number>;

export type Passed = {
  encoders: number;
  analyseMs: number;
  finishMs: number;
  durationS: number;
  busyMs: BusyMs;
  bytes: number;
};

/** Opens a new page for each measurement, so that none affects the next. */
async function withPage<T>(
  browser: BrowserContext,
  address: string,
  path: string,
  use: (page: Page) => Promise<T>,
) {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    await page.waitForFunction('"pass" in globalThis');
    await page.setInputFiles('input', path);
    return await use(page);
  } finally {
    await page.close();
  }
}

/**
 * Runs a pass on the page's file, and then its cuts if `trims` is true. Meanwhile the memory of the renderers is
 * sampled.
 */
async function passIn(
  page: Page,
  userDataDir: string,
  options: { cut: boolean; workers: number | null; trims: boolean },
) {
  const emptyBytes = rendererPssBytes(userDataDir);
  const cpuFromS = rendererCpuS(userDataDir);
  let peakBytes = emptyBytes;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, rendererPssBytes(userDataDir))), 500);
  try {
    const passed = (await page.evaluate(`globalThis.pass(${JSON.stringify(options)})`)) as Passed;
    const cpuS = rendererCpuS(userDataDir) - cpuFromS;
    const trimMs = options.trims ? ((await page.evaluate('globalThis.trim()')) as number) : null;
    const longestTaskMs = (await page.evaluate('globalThis.longestTask()')) as number;
    return { ...passed, trimMs, longestTaskMs, cpuS, peakMb: (peakBytes - emptyBytes) / 1e6 };
  } finally {
    clearInterval(watch);
  }
}

/** Runs native ffmpeg on one thread, without analysis. Returns its time, ms. */
function timeNative(path: string, dir: string, cut: boolean): number {
  const out = join(dir, 'native.mp3');
  const coding = cut ? ['-c:a', 'copy'] : ['-ac', '1', '-ar', '24000', '-c:a', 'libmp3lame', '-b:a', '64k'];
  return timeFfmpeg(['-i', path, '-vn', ...coding, out]);
}

const s = (ms: number) => round(ms / 1000);

/**
 * Returns the busy time of each stage, s, and its share. It is wall-clock time, so threads that share a core also count
 * the time for which they wait.
 */
function stagesOf(name: string, { encoders, busyMs }: Passed) {
  const { analysis, ...parts } = busyMs;
  const rest = analysis - parts.voice - parts.resample - parts.levels - parts.room;
  const stages = { ...parts, 'rest of analysis': rest };
  const all = Object.values(stages).reduce((sum, ms) => sum + ms, 0);
  const cells = Object.entries(stages).map(([stage, ms]) => [
    `${stage} s`,
    `${s(ms)} (${Math.round((100 * ms) / all)} %)`,
  ]);
  return { input: name, 'encode workers': encoders, ...Object.fromEntries(cells), 'all s': s(all) };
}

type Bench = {
  browser: BrowserContext;
  address: string;
  /** The same page without the headers of cross-origin isolation. */
  unsharedAddress: string;
  dir: string;
  userDataDir: string;
};

/** Runs a pass in a page without shared memory. */
async function passUnshared({ browser, unsharedAddress, userDataDir }: Bench, path: string) {
  return await withPage(browser, unsharedAddress, path, async (page) => {
    if (await page.evaluate('globalThis.crossOriginIsolated')) throw new Error('The page has shared memory.');
    return await passIn(page, userDataDir, { cut: false, workers: null, trims: false });
  });
}

async function measureCase(bench: Bench, name: string, kind: Case, path: string, full: boolean) {
  const { browser, address, dir, userDataDir } = bench;
  const { cut = false } = kind;
  const nativeMs = timeNative(path, dir, cut);
  const runs: { passed: Awaited<ReturnType<typeof passIn>>; decodeMs: number | null }[] = [];
  for (const workers of full && !cut ? [null, 1] : [null]) {
    const isFirst = workers === null;
    runs.push(
      await withPage(browser, address, path, async (page) => ({
        passed: await passIn(page, userDataDir, { cut, workers, trims: isFirst }),
        decodeMs: isFirst ? ((await page.evaluate('globalThis.decodeAlone()')) as number) : null,
      })),
    );
  }
  const unshared = cut ? null : await passUnshared(bench, path);
  const unsharedMs = unshared && unshared.analyseMs + unshared.finishMs;
  const rows = runs.map(({ passed, decodeMs }) => {
    const totalMs = passed.analyseMs + passed.finishMs;
    return {
      input: name,
      'encode workers': cut ? 0 : passed.encoders,
      minutes: round(passed.durationS / 60),
      'MB in': round(statSync(path).size / 1e6),
      'MB out': round(passed.bytes / 1e6),
      'pass s': s(passed.analyseMs),
      'finish s': s(passed.finishMs),
      '× real time': round((passed.durationS * 1000) / totalMs),
      'core s': round(passed.cpuS),
      'native s': s(nativeMs),
      'ratio to native': round(totalMs / nativeMs),
      ...(unsharedMs === null ? {} : { 'without shared memory': round(unsharedMs / totalMs) }),
      'peak MB': round(passed.peakMb),
      ...(unshared ? { 'peak MB without it': round(unshared.peakMb) } : {}),
      'longest task ms': round(passed.longestTaskMs),
      ...(decodeMs === null ? {} : { 'decode alone s': s(decodeMs) }),
      ...(passed.trimMs === null ? {} : { 'trim s': s(passed.trimMs) }),
    };
  });
  const stages = cut ? [] : runs.map(({ passed }) => stagesOf(name, passed));
  const { passed } = runs[0]!;
  const totalMs = passed.analyseMs + passed.finishMs;
  const ratio = totalMs / nativeMs;
  const limit = ratioLimits[name];
  const goals = [
    // For an mp3 that keeps its frames, ffmpeg only copies, so a comparison would not be fair.
    ...(limit ? [goal(`${name}: total beside native`, ratio, '×', '<=', limit)] : []),
    ...(unsharedMs === null
      ? []
      : [goal(`${name}: total without shared memory beside with it`, unsharedMs / totalMs, '×', '<=', 2)]),
    goal(`${name}: peak memory above the empty page`, passed.peakMb, 'MB', '<=', 500),
    ...(unshared
      ? [goal(`${name}: peak memory without shared memory`, unshared.peakMb, 'MB', '<=', 500)]
      : []),
    goal(`${name}: longest task of the main thread`, passed.longestTaskMs, 'ms', '<=', 50),
  ];
  return { rows, stages, goals };
}

export async function measure({ full, audioDir, only }: Options): Promise<Report> {
  const native = ensureNativeFfmpeg();
  if (!native) throw new Error('The inputs are made with ffmpeg, which cannot be installed here.');
  const chosen = Object.entries(cases).filter(([name]) => !only || name === only);
  if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(cases).join(', ')}.`);
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  const joined = joinSpeech(dir, audioDir);
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  const userDataDir = join(dir, 'profile');
  const browser = await chromium.launchPersistentContext(userDataDir, chromiumLaunch);
  const address = `${server.resolvedUrls?.local[0] ?? ''}@fs${join(root, 'bench/page.html')}`;
  const proxy = await startProxy(() => address, {
    without: ['cross-origin-opener-policy', 'cross-origin-embedder-policy'],
  });
  const unsharedAddress = proxy.url + new URL(address).pathname;
  const bench: Bench = { browser, address, unsharedAddress, dir, userDataDir };
  const rows: Report['rows'] = [];
  const stages: Report['rows'] = [];
  const equalities: Report['rows'] = [];
  const goals: Report['goals'] = [];
  try {
    for (const [name, kind] of chosen) {
      const short = makeInput(joined, join(dir, `compared.${kind.extension}`), kind, comparedS);
      // The first run also loads the modules of the page.
      const compare = async (page: Page) => (await page.evaluate('globalThis.compare()')) as Equality;
      const equality = kind.cut ? null : await withPage(browser, address, short, compare);
      if (equality) equalities.push(equalityRow(name, equality));
      if (equality) goals.push(...equalityGoals(name, equality));
      const seconds = full || name === 'm4a' ? longS : shortS;
      const path = makeInput(joined, join(dir, `speech.${kind.extension}`), kind, seconds);
      const measured = await measureCase(bench, name, kind, path, full);
      rmSync(path);
      rows.push(...measured.rows);
      stages.push(...measured.stages);
      goals.push(...measured.goals);
    }
  } finally {
    await browser.close();
    await proxy.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
  const figures = { native, audio: audioDir !== null, rows, stages, equalities };
  return { name: 'encode', rows, more: [stages, equalities], figures, goals };
}
