/**
 * Word error rate and real-time factor of the embedded engine. Without settings: the fixture model on its own synthetic
 * speech. With TRANSCRIPTION_MODEL naming a model that is there and `--audio DIR`: the recordings of its MANIFEST.tsv that
 * have a reference. Word error rate: substitutions, insertions and deletions over the words of the reference, case and
 * punctuation ignored.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWhisperEngine } from '#api/engines/transcription/whisper/whisper-engine.ts';
import { decodeToPcm, pcmSampleRate } from '#api/media/media.ts';
import { findModel } from '#models/manifest.ts';
import { locateModel } from '#models/store.ts';
import type { Options } from './main.ts';
import { goal, round, type Report } from './report.ts';

type Reference = { path: string; language: string; text: string };

const root = join(import.meta.dirname, '..');
const fixtureAudio = join(root, 'models/fixture/audio');

const fixtureReferences = (): Reference[] =>
  (JSON.parse(readFileSync(join(fixtureAudio, 'expected.json'), 'utf8')) as Record<string, string>[])
    .filter(({ language }) => language)
    .map(({ file, language, text }) => ({
      path: join(fixtureAudio, file!),
      language: language!,
      text: text!,
    }));

/** Rows with a language of ours and a reference (columns: file, category, language, …, reference). */
function manifestReferences(dir: string): Reference[] {
  const [head = '', ...lines] = readFileSync(join(dir, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines
    .map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [columns[index], cell])))
    .filter(
      ({ category, language, reference }) =>
        category === 'speech' && /^(de|en|fr|it)$/.test(language ?? '') && reference,
    )
    .map(({ file, language, reference }) => ({
      path: join(dir, file!),
      language: language!,
      text: reference!,
    }));
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Levenshtein distance over words. */
export function wordErrors(reference: readonly string[], hypothesis: readonly string[]): number {
  let previous = Array.from({ length: hypothesis.length + 1 }, (_, index) => index);
  for (const [row, word] of reference.entries()) {
    const current = [row + 1];
    for (const [column, other] of hypothesis.entries()) {
      const replaced = previous[column]! + (word === other ? 0 : 1);
      current.push(Math.min(replaced, previous[column + 1]! + 1, current[column]! + 1));
    }
    previous = current;
  }
  return previous.at(-1)!;
}

export async function measure({ audioDir }: Options): Promise<Report> {
  const id = process.env['TRANSCRIPTION_MODEL'] ?? 'fixture';
  const model = findModel(id);
  const modelDir = model && (await locateModel(model, [join(root, 'models/store'), join(root, 'models')]));
  if (!model || !modelDir) throw new Error(`The model ${id} is not there. Fetch it: npm run models -- ${id}`);
  const references = id === 'fixture' ? fixtureReferences() : audioDir ? manifestReferences(audioDir) : [];
  if (references.length === 0) throw new Error('Name the recordings: --audio DIR (with MANIFEST.tsv).');
  const engine = createWhisperEngine({ model, locate: () => modelDir, missing: () => null, threads: 1 });
  const folder = await mkdtemp(join(tmpdir(), 'wortlaut-eval-'));
  const totals = new Map<
    string,
    { files: number; words: number; errors: number; audioS: number; tookS: number }
  >();
  try {
    for (const { path, language, text } of references) {
      const output = join(folder, 'pcm');
      const { samples } = await decodeToPcm({ input: path, output, maxS: 9_000 });
      const startedAt = performance.now();
      const heard: string[] = [];
      const { signal } = new AbortController();
      const input = { pcm: { path: output, samples }, speech: null, language, fromS: 0, signal };
      for await (const { segments } of engine.transcribe(input))
        heard.push(...segments.map((segment) => segment.text));
      const total = totals.get(language) ?? { files: 0, words: 0, errors: 0, audioS: 0, tookS: 0 };
      const words = wordsOf(text);
      total.files += 1;
      total.words += words.length;
      total.errors += wordErrors(words, wordsOf(heard.join(' ')));
      total.audioS += samples / pcmSampleRate;
      total.tookS += (performance.now() - startedAt) / 1000;
      totals.set(language, total);
    }
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
  const sum = (key: 'words' | 'errors' | 'audioS' | 'tookS') =>
    [...totals.values()].reduce((all, total) => all + total[key], 0);
  const rows = [...totals].map(([language, { files, words, errors, audioS, tookS }]) => ({
    language,
    files,
    words,
    errors,
    'WER %': round((100 * errors) / words),
    'real-time factor': round(tookS / audioS),
  }));
  const wer = (100 * sum('errors')) / sum('words');
  // the fixture's own figure (its README): no error in 313 words; a real model has no goal here, its text decides
  const goals =
    id === 'fixture' ? [goal('word error rate of the fixture on its own speech', wer, '%', '<=', 1)] : [];
  return { name: 'transcript', rows, figures: { model: id, wer, rtf: sum('tookS') / sum('audioS') }, goals };
}
