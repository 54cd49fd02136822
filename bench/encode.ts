/**
 * The device's line beside native ffmpeg: one pass that opens, decodes, listens, measures and writes mp3, in Chromium; then
 * the same recording with two cuts. A 2:30 h m4a and 20 minutes of each other kind; `--full`: 2:30 h of each; `--only m4a`.
 * The peer decodes and writes mp3 on one thread, without any analysis.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
const longS = 9_000;
const shortS = 1_200;

type Case = { extension: string; args: string[]; cut?: boolean };
const mp3 = { extension: 'mp3', args: ['-c:a', 'libmp3lame', '-b:a', '128k'] };
const cases: Record<string, Case> = {
  m4a: { extension: 'm4a', args: ['-c:a', 'aac', '-b:a', '128k'] },
  mp3,
  'mp3-cut': { ...mp3, cut: true },
  webm: { extension: 'webm', args: ['-c:a', 'libopus', '-b:a', '64k'] },
  wav: { extension: 'wav', args: ['-c:a', 'pcm_s16le'] },
  flac: { extension: 'flac', args: ['-c:a', 'flac'] },
};

/** Time that the workers were busy with each part (`BusyMs` of workers/analysis), ms. */
type BusyMs = Record<'analysis' | 'voice' | 'resample' | 'levels' | 'room' | 'encode', number>;

/** What `page.ts` answers about one file. Times in ms. */
export type Passed = {
  analyseMs: number;
  finishMs: number;
  trimMs: number;
  durationS: number;
  busyMs: BusyMs;
  bytes: number;
  longestTaskMs: number;
};

/** Public-domain readings, where there are some beside the project's own synthetic speech. */
const realSpeech = ['de/librivox-simplicissimus.mp3', 'en/librivox-sonnet1.mp3', 'en/librivox-sonnet2.mp3'];

/** Speech one after the other, 48 kHz stereo, to be repeated to the wanted length. */
function joinSpeech(dir: string, audioDir: string | null): string {
  const own = ['de_conversation', 'en_1', 'fr_1', 'it_1'].map((name) =>
    join(root, `models/fixture/audio/${name}.wav`),
  );
  const real = audioDir ? realSpeech.map((name) => join(audioDir, name)).filter(existsSync) : [];
  const speech = [...own, ...real];
  const joined = join(dir, 'speech.wav');
  const same = speech.map((_, i) => `[${i}:a]aresample=48000,aformat=channel_layouts=stereo[a${i}]`);
  const all = speech.map((_, i) => `[a${i}]`).join('');
  timeFfmpeg([
    ...speech.flatMap((path) => ['-i', path]),
    ...['-filter_complex', `${same.join(';')};${all}concat=n=${speech.length}:v=0:a=1`, joined],
  ]);
  return joined;
}

/** Runs the page's line on one file and watches the memory of the renderers meanwhile. */
async function passInBrowser(page: Page, userDataDir: string, path: string, cut: boolean) {
  const emptyBytes = rendererPssBytes(userDataDir);
  let peakBytes = emptyBytes;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, rendererPssBytes(userDataDir))), 500);
  await page.setInputFiles('input', path);
  const passed = (await page.evaluate(`globalThis.pass({ cut: ${cut} })`)) as Passed;
  clearInterval(watch);
  const decodeMs = (await page.evaluate('globalThis.decodeAlone()')) as number;
  return { ...passed, decodeMs, peakMb: (peakBytes - emptyBytes) / 1e6 };
}

/** The same work without analysis, on one thread. ms. */
function timeNative(path: string, dir: string, cut: boolean): number {
  const out = join(dir, 'native.mp3');
  const coding = cut ? ['-c:a', 'copy'] : ['-ac', '1', '-ar', '24000', '-c:a', 'libmp3lame', '-b:a', '64k'];
  return timeFfmpeg(['-i', path, '-vn', ...coding, out]);
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
  const rows: Report['rows'] = [];
  const goals: Report['goals'] = [];
  try {
    for (const [name, { extension, args, cut = false }] of chosen) {
      const seconds = full || name === 'm4a' ? longS : shortS;
      const path = join(dir, `speech-${name}.${extension}`);
      timeFfmpeg(['-stream_loop', '-1', '-i', joined, '-t', String(seconds), ...args, path]);
      const page = await browser.newPage();
      await page.goto(`${server.resolvedUrls?.local[0] ?? ''}@fs${join(root, 'bench/page.html')}`);
      await page.waitForFunction('"pass" in globalThis');
      const nativeMs = timeNative(path, dir, cut);
      const passed = await passInBrowser(page, userDataDir, path, cut);
      await page.close();
      const bytesIn = statSync(path).size;
      rmSync(path);
      const totalMs = passed.analyseMs + passed.finishMs;
      const s = (ms: number) => round(ms / 1000);
      rows.push({
        input: name,
        minutes: seconds / 60,
        'MB in': round(bytesIn / 1e6),
        'MB out': round(passed.bytes / 1e6),
        'pass s': s(passed.analyseMs),
        'finish s': s(passed.finishMs),
        '× real time': round((seconds * 1000) / totalMs),
        'decode alone s': s(passed.decodeMs),
        'analysis busy s': s(passed.busyMs.analysis),
        'of it voice s': s(passed.busyMs.voice),
        'resample s': s(passed.busyMs.resample),
        'encode busy s': s(passed.busyMs.encode),
        'trim s': s(passed.trimMs),
        'native s': s(nativeMs),
        'ratio to native': round(totalMs / nativeMs),
        'peak MB': round(passed.peakMb),
        'longest task ms': round(passed.longestTaskMs),
      });
      // Copying frames is no work to be compared with: what an mp3 costs is the analysis.
      if (!cut) goals.push(goal(`${name}: total beside native`, totalMs / nativeMs, '×', '<=', 3));
      goals.push(goal(`${name}: peak memory above the empty page`, passed.peakMb, 'MB', '<=', 500));
      goals.push(goal(`${name}: longest task of the main thread`, passed.longestTaskMs, 'ms', '<=', 50));
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
  return { name: 'encode', rows, figures: { native, audio: audioDir !== null, rows }, goals };
}
