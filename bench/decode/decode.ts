/**
 * Measures decoding alone, in Chromium: the speed of each decoder, and the agreement with native ffmpeg. Compares the
 * files in `containers/` of AUDIO_DIR. Measures the speed on ten minutes of the project's synthetic speech (`--full`:
 * 2:30 h; `--only flac`: one format, without comparison).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from '../../tools/chromium.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg, timeFfmpeg } from '../native.ts';
import { goal, round, type Report } from '../report.ts';

/** Subset of the types of `decode-page.ts`, whose code belongs to the page. */
type MediaPath = 'direct' | 'codec' | 'webcodecs' | 'ffmpeg';
type Probe = { codec: string; path: MediaPath; sampleRate: number; channels: number };

const root = join(import.meta.dirname, '../..');
const shortS = 600;
const longS = 9_000;
const formats: Record<string, string[]> = {
  wav: ['-c:a', 'pcm_s16le'],
  flac: ['-c:a', 'flac'],
  m4a: ['-c:a', 'aac', '-b:a', '128k'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k'],
  webm: ['-c:a', 'libopus', '-b:a', '64k'],
  ogg: ['-c:a', 'libvorbis'],
};

/** Samples per channel in a frame of a codec. Lengths may differ by so many. */
const frameOf: Record<string, number> = { opus: 960, vorbis: 2_048, aac: 1_024, mp3: 1_152, flac: 4_608 };

type Times = { probe: Probe; times: { path: MediaPath; paths: MediaPath[]; ms: number }[] };
type Compared = { correlation: number; paths: MediaPath[]; frames: number; nativeFrames: number };

async function measureSpeed(
  page: Page,
  dir: string,
  seconds: number,
  only: string | null | undefined,
): Promise<Report['rows']> {
  const speech = ['de_conversation', 'en_1', 'fr_1', 'it_1'].map((name) =>
    join(root, `models/fixture/audio/${name}.wav`),
  );
  const joined = join(dir, 'loop.wav');
  timeFfmpeg([
    ...speech.flatMap((path) => ['-i', path]),
    '-filter_complex',
    `concat=n=${speech.length}:v=0:a=1`,
    '-ar',
    '48000',
    '-ac',
    '2',
    joined,
  ]);
  const rows: Report['rows'] = [];
  for (const [extension, args] of Object.entries(formats)) {
    if (only && extension !== only) continue;
    const path = join(dir, `speech.${extension}`);
    timeFfmpeg(['-stream_loop', '-1', '-i', joined, '-t', String(seconds), ...args, path]);
    const nativeMs = timeFfmpeg(['-i', path, '-f', 'f32le', '-c:a', 'pcm_f32le', '/dev/null']);
    await page.setInputFiles('input', path);
    const { probe, times } = (await page.evaluate('globalThis.time()')) as Times;
    rmSync(path);
    const speed = (ms: number | undefined) => (ms ? round((seconds * 1000) / ms) : 0);
    const by = (...paths: MediaPath[]) => speed(times.find((time) => paths.includes(time.path))?.ms);
    rows.push({
      input: extension,
      codec: probe.codec,
      path: probe.path,
      'own ×': by('direct', 'codec'),
      'ffmpeg.wasm ×': by('ffmpeg'),
      'browser ×': by('webcodecs'),
      'native ×': speed(nativeMs),
    });
  }
  return rows;
}

/**
 * Compares one file with native ffmpeg. For Opus, the browser's decoder is compared with native libopus, the reference
 * decoder.
 */
async function compareFile(
  page: Page,
  path: string,
  dir: string,
  browser: boolean,
): Promise<Compared & Probe> {
  await page.setInputFiles('input', path);
  const probe = (await page.evaluate('globalThis.probe()')) as Probe;
  const native = join(dir, 'native.f32');
  const decoder = browser && probe.codec === 'opus' ? ['-c:a', 'libopus'] : [];
  const format = ['-ar', String(probe.sampleRate), '-ac', String(probe.channels), '-c:a', 'pcm_f32le'];
  const input = ['-v', 'error', '-nostdin', '-y', ...decoder, '-i', path];
  execFileSync('ffmpeg', [...input, '-map', '0:a:0', '-vn', ...format, '-f', 'f32le', native]);
  const way = browser ? 'webcodecs' : probe.path;
  const compared = (await page.evaluate(`globalThis.compare('${way}', '/@fs${native}')`)) as Compared;
  return { ...probe, ...compared };
}

async function measureAgreement(page: Page, audioDir: string, dir: string): Promise<Report['rows']> {
  const rows: Report['rows'] = [];
  const names = [
    ...readdirSync(join(audioDir, 'containers')).map((name) => `containers/${name}`),
    ...readdirSync(join(audioDir, 'de')).map((name) => `de/${name}`),
  ].filter((name) => !/\.(txt|rttm|tsv|json)$/.test(name));
  for (const name of names.toSorted()) {
    for (const browser of [false, true]) {
      const result = await compareFile(page, join(audioDir, name), dir, browser);
      const isByBrowser = result.paths[0] === 'webcodecs';
      if (browser && !isByBrowser) continue;
      rows.push({
        input: name,
        codec: result.codec,
        path: result.paths.join(' '),
        correlation: Math.round(result.correlation * 1e5) / 1e5,
        'frames more than native': result.frames - result.nativeFrames,
        allowed: frameOf[result.codec] ?? 0,
      });
    }
  }
  return rows;
}

export async function measure({ audioDir, full, only }: Options): Promise<Report> {
  const native = ensureNativeFfmpeg();
  if (!native) throw new Error('The peer is ffmpeg, which cannot be installed here.');
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-decode-'));
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', fs: { strict: false } },
  });
  await server.listen();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const page = await browser.newPage();
    await page.goto(
      `${server.resolvedUrls?.local[0] ?? ''}@fs${join(root, 'bench/decode/decode-page.html')}`,
    );
    await page.waitForFunction('"compare" in globalThis');
    const seconds = full ? longS : shortS;
    const speeds = await measureSpeed(page, dir, seconds, only);
    const agreements = audioDir && !only ? await measureAgreement(page, audioDir, dir) : [];
    const worst = Math.min(...agreements.map((row) => Number(row['correlation'])));
    const late = agreements.filter(
      (row) => Math.abs(Number(row['frames more than native'])) > Number(row['allowed']),
    ).length;
    const goals = [
      goal('lowest correlation with native ffmpeg', worst, '', '>=', 0.999),
      goal('files whose length differs by more than a frame', late, '', '<=', 0),
    ];
    const rows = [...speeds, ...agreements];
    return {
      name: 'decode',
      rows,
      figures: { seconds, native, rows },
      goals: agreements.length > 0 ? goals : [],
    };
  } finally {
    await browser.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
