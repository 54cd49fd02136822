/**
 * The device's line beside native ffmpeg: open, decode, voice activity, levels, verdict, then mp3, in Chromium, on files of
 * ten minutes (2:30 h with `--full`). The peer decodes and writes mp3 on one thread, without any analysis.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from '../tools/chromium.ts';
import type { Options } from './main.ts';
import { rendererPssBytes } from './memory.ts';
import { ensureNativeFfmpeg, timeFfmpeg } from './native.ts';
import { goal, round, type Report } from './report.ts';

const root = join(import.meta.dirname, '..');
const formats = {
  m4a: ['-c:a', 'aac', '-b:a', '128k'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k'],
  webm: ['-c:a', 'libopus', '-b:a', '64k'],
  wav: ['-c:a', 'pcm_s16le'],
  flac: ['-c:a', 'flac'],
};

/** What `page.ts` answers about one file. Times in ms. */
export type Passed = {
  analyseMs: number;
  encodeMs: number;
  durationS: number;
  bytes: number;
  longestTaskMs: number;
};

/** Speech of the project's own, repeated to the wanted length, 48 kHz stereo. */
function makeInputs(dir: string, seconds: number): Record<string, string> {
  const speech = ['de_conversation', 'en_1', 'fr_1', 'it_1'].map((name) =>
    join(root, `models/fixture/audio/${name}.wav`),
  );
  const joined = join(dir, 'speech.wav');
  timeFfmpeg([
    ...speech.flatMap((path) => ['-i', path]),
    ...['-filter_complex', `concat=n=${speech.length}:v=0:a=1`, '-ar', '48000', '-ac', '2', joined],
  ]);
  return Object.fromEntries(
    Object.entries(formats).map(([extension, args]) => {
      const path = join(dir, `speech-${seconds}.${extension}`);
      timeFfmpeg(['-stream_loop', '-1', '-i', joined, '-t', String(seconds), ...args, path]);
      return [extension, path];
    }),
  );
}

/** Runs the page's line on one file and watches the memory of the renderers meanwhile. */
async function passInBrowser(page: Page, userDataDir: string, path: string) {
  const emptyBytes = rendererPssBytes(userDataDir);
  let peakBytes = emptyBytes;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, rendererPssBytes(userDataDir))), 250);
  await page.setInputFiles('input', path);
  const passed = (await page.evaluate('globalThis.pass()')) as Passed;
  clearInterval(watch);
  return { ...passed, peakMb: (peakBytes - emptyBytes) / 1e6 };
}

export async function measure({ full }: Options): Promise<Report> {
  const native = ensureNativeFfmpeg();
  if (!native) throw new Error('The inputs are made with ffmpeg, which cannot be installed here.');
  const seconds = full ? 9_000 : 600;
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  const inputs = makeInputs(dir, seconds);
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  const userDataDir = join(dir, 'profile');
  const browser = await chromium.launchPersistentContext(userDataDir, chromiumLaunch);
  const rows: Report['rows'] = [];
  const goals: Report['goals'] = [];
  try {
    for (const [format, path] of Object.entries(inputs)) {
      const page = await browser.newPage();
      await page.goto(`${server.resolvedUrls?.local[0] ?? ''}@fs${join(root, 'bench/page.html')}`);
      await page.waitForFunction('"pass" in globalThis');
      const nativeMs = timeFfmpeg([
        '-i',
        path,
        '-vn',
        '-ac',
        '1',
        '-ar',
        '24000',
        '-c:a',
        'libmp3lame',
        '-b:a',
        '64k',
        join(dir, 'native.mp3'),
      ]);
      const passed = await passInBrowser(page, userDataDir, path);
      await page.close();
      const totalMs = passed.analyseMs + passed.encodeMs;
      rows.push({
        input: format,
        'MB in': round(statSync(path).size / 1e6),
        'MB out': round(passed.bytes / 1e6),
        'analyse s': round(passed.analyseMs / 1000),
        'encode s': round(passed.encodeMs / 1000),
        '× real time': round((seconds * 1000) / totalMs),
        'native s': round(nativeMs / 1000),
        'ratio to native': round(totalMs / nativeMs),
        'peak MB': round(passed.peakMb),
        'longest task ms': round(passed.longestTaskMs),
      });
      goals.push(goal(`${format}: total beside native`, totalMs / nativeMs, '×', '<=', 3));
      goals.push(goal(`${format}: peak memory above the empty page`, passed.peakMb, 'MB', '<=', 500));
      goals.push(goal(`${format}: longest task of the main thread`, passed.longestTaskMs, 'ms', '<=', 50));
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
  return { name: 'encode', rows, figures: { seconds, native, rows }, goals };
}
