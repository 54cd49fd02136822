/**
 * Measures the recogniser of the device in Chromium, with models of the shape of whisper-tiny and -base (random weights,
 * since speed depends on the shape; `bench/transcribe/shape-model.ts`). Its peers are the two ONNX sessions alone with
 * the same steps, the pipeline of transformers.js on the same runtime, and the server's process. Also writes a draft of
 * the fixture's conversation in real time, and prints the delay of its first words (s) and the word error rate; and
 * transcribes on a simulated graphics card. `--only` takes `draft`, `gpu`, `speed`, `whisper-tiny` or `whisper-base`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { createServer } from 'vite';
import { findTranscriptionModel } from '#models/manifest.ts';
import { chromiumLaunch } from '../../tools/chromium.ts';
import { createModelServer } from '../../tools/serve-models.ts';
import type { Options } from '../main.ts';
import { rendererPssBytes } from '../memory.ts';
import { goal, median, round, type Report } from '../report.ts';
import { shapes } from '../transcribe/whisper-shape.ts';
import { writeShapeModel } from '../transcribe/shape-model.ts';
import { wordsOf } from '../wer/normalise.ts';
import { scoreText } from '../wer/score.ts';
import { measureGraphicsCard } from './graphics-card.ts';
import { openServerProcess } from './server-window.ts';

// Copies of the types in `preview-task.ts`, which belong to the page.
type Timed = { ms: number; encoderMs?: number; decoderMs?: number };
type LiveDraft = { firstWordsS: number; text: string; skipped: number };

const root = join(import.meta.dirname, '../..');
const fixtureDir = join(root, 'models/fixture');
const windowS = 27;
const tokensPerWindow = 60;
const rounds = 5;
const threadCounts = [2, 1];
const kinds = ['ours', 'bare', 'library'] as const;

type Bench = {
  browser: BrowserContext;
  base: string;
  userDataDir: string;
  dir: string;
  models: ReturnType<typeof createModelServer>;
};

async function openPage({
  browser,
  base,
}: Pick<Bench, 'base'> & { browser: { newPage(): Promise<Page> } }): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${base}${join(root, 'bench/preview/preview.html')}`);
  await page.waitForFunction('"draft" in globalThis');
  return page;
}

/** Offers a model to the page, and returns what the page knows of it. */
function offer({ models }: Bench, id: string, dir: string) {
  const { dtype, chunkLengthS, hearsTwice } = findTranscriptionModel(id)!;
  return { id, dtype, chunkLengthS, hearsTwice, files: models.add(dir) };
}

/** Measures one model with a number of threads. The rounds of all are interleaved; the medians are returned. */
async function measureModel(bench: Bench, id: keyof typeof shapes, dir: string, threads: number) {
  const { base, userDataDir } = bench;
  const url = `${base}${dir}`;
  const model = offer(bench, id, dir);
  const pages = new Map<string, Page>();
  const memory: Record<string, number> = {};
  const server = await openServerProcess(dir, { threads, windowS });
  try {
    for (const kind of kinds) {
      const page = await openPage(bench);
      pages.set(kind, page);
      const before = rendererPssBytes(userDataDir);
      const task = { kind, url, model, threads, tokensPerWindow, shape: shapes[id] };
      await page.evaluate(`globalThis.open(${JSON.stringify(task)})`);
      memory[kind] = (rendererPssBytes(userDataDir) - before) / 1e6;
    }
    const timed: Record<string, Timed[]> = { server: [] };
    for (let turn = 0; turn < rounds; turn++) {
      for (const [kind, page] of pages)
        (timed[kind] ??= []).push((await page.evaluate('globalThis.run()')) as Timed);
      timed['server']!.push(await server.run());
    }
    const rows = Object.entries(timed).map(([kind, times]) => ({
      model: id,
      threads,
      what: kind,
      'window ms': round(median(times.map(({ ms }) => ms))),
      'real-time factor': round(median(times.map(({ ms }) => ms)) / 1000 / windowS),
      ...(kind === 'bare'
        ? {
            'encoder ms': round(median(times.map(({ encoderMs }) => encoderMs!))),
            'decoder ms': round(median(times.map(({ decoderMs }) => decoderMs!))),
          }
        : {}),
      ...(kind in memory ? { 'memory MB': round(memory[kind]!) } : {}),
    }));
    const over = (peer: string) =>
      100 * (median(timed['ours']!.map(({ ms }, turn) => ms / timed[peer]![turn]!.ms)) - 1);
    for (const row of rows) console.error(JSON.stringify(row));
    const speed = (windowS * 1000) / median(timed['ours']!.map(({ ms }) => ms));
    const name = `${id}, ${threads} thread${threads > 1 ? 's' : ''}`;
    const goals = [
      goal(`${name}: over the bare sessions`, over('bare'), '%', '<=', 15),
      goal(`${name}: over transformers.js`, over('library'), '%', '<=', 0),
      ...(id === 'whisper-tiny' && threads === 2 ? [goal(`${name}: × real time`, speed, '×', '>=', 3)] : []),
    ];
    return { rows, goals };
  } finally {
    server.close();
    for (const page of pages.values()) await page.close();
  }
}

async function measureSpeed(
  bench: Bench,
  ids: readonly (keyof typeof shapes)[],
): Promise<Pick<Report, 'rows' | 'goals'>> {
  const rows: Report['rows'] = [];
  const goals: Report['goals'] = [];
  for (const id of ids) {
    const { dir } = await writeShapeModel(id, bench.dir, { tokensPerWindow, windowS });
    for (const threads of threadCounts) {
      const measured = await measureModel(bench, id, dir, threads);
      rows.push(...measured.rows);
      goals.push(...measured.goals);
    }
  }
  return { rows, goals };
}

async function measureDraft(bench: Bench): Promise<Pick<Report, 'rows' | 'goals'>> {
  type Expected = { file: string; text: string; sentences: { end: number }[] };
  const all = JSON.parse(readFileSync(join(fixtureDir, 'audio/expected.json'), 'utf8')) as Expected[];
  const { text, sentences } = all.find(({ file }) => file === 'de_conversation.wav')!;
  const page = await openPage(bench);
  const model = JSON.stringify(offer(bench, 'fixture', fixtureDir));
  const draft = (await page.evaluate(`globalThis.draft(${model})`)) as LiveDraft;
  await page.close();
  const errors = scoreText(draft.text, { text, language: 'de' });
  const wrong = (100 * errors) / wordsOf(text, 'de').length;
  const delayS = draft.firstWordsS - sentences[0]!.end;
  return {
    rows: [
      {
        draft: 'de_conversation.wav',
        'first words after first sentence s': round(delayS),
        'words wrong %': round(wrong),
        'windows skipped': draft.skipped,
      },
    ],
    goals: [
      goal('draft: first words after the end of the first sentence', delayS, 's', '<=', 2),
      goal('draft: words wrong', wrong, '%', '<=', 5),
    ],
  };
}

export async function measure({ only }: Options): Promise<Report> {
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  const models = createModelServer();
  const server = await createServer({
    plugins: [models],
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    optimizeDeps: { include: ['@huggingface/transformers'] },
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root, dir] } },
  });
  await server.listen();
  const userDataDir = join(dir, 'profile');
  const browser = await chromium.launchPersistentContext(userDataDir, chromiumLaunch);
  const bench = { browser, base: `${server.resolvedUrls?.local[0] ?? ''}@fs`, userDataDir, dir, models };
  try {
    const draft = only === null || only === 'draft' ? await measureDraft(bench) : null;
    const card =
      only === null || only === 'gpu'
        ? await measureGraphicsCard(
            (other) => openPage({ ...bench, browser: other }),
            offer(bench, 'fixture', fixtureDir),
          )
        : null;
    const all = Object.keys(shapes) as (keyof typeof shapes)[];
    const ids = all.filter((id) => only === null || only === 'speed' || only === id);
    const speed = ids.length > 0 ? await measureSpeed(bench, ids) : null;
    const rows = [speed?.rows ?? [], draft?.rows ?? [], card?.rows ?? []].flat();
    return {
      name: 'preview',
      rows: draft?.rows ?? [],
      more: [speed?.rows ?? [], card?.rows ?? []],
      figures: { rounds, tokensPerWindow, windowS, rows },
      goals: [...(draft?.goals ?? []), ...(speed?.goals ?? []), ...(card?.goals ?? [])],
    };
  } finally {
    await browser.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
