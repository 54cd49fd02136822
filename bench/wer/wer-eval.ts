/**
 * Evaluates the word error rate (substitutions, deletions and insertions over the words of the reference, which
 * normalise.ts normalises), the real-time factor of the engine alone, and the words that are invented where nobody
 * speaks.
 *
 * The engine is the one that is configured for the server (TRANSCRIPTION_MODEL, or ASR_URL and its companions), on one
 * thread. `--audio DIR` evaluates every file with a reference (references.ts). The default is the fixture's recordings
 * and, with the fixture's model, synthetic speech in its vocabulary (compose.ts), compared with the library's
 * overlapping windows. The default measures the handling of windows, seams and silence. It does not measure the
 * recognition of human speech, which needs a real model and `--audio`. `--only de,fr`: these languages. `--only late`:
 * only the cases that begin with five minutes without speech.
 */
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PcmFile, pcmSampleRate } from '#api/media/pcm-file.ts';
import { decodeToPcm } from '#api/media/media.ts';
import type { Options } from '../main.ts';
import { goal, round, type Report } from '../report.ts';
import { backgroundNames, composeLateSpeech, composeSpeech, type Composed } from './compose.ts';
import { ensureEspeak } from './espeak.ts';
import { hearByEngine, openLibrary, type Library } from './hear.ts';
import { openEngine } from './open-engine.ts';
import { readReferences, type Reference } from './references.ts';
import { score, scoreText, type Score } from './score.ts';

type Result = Score & {
  language: string;
  audioS: number;
  tookS: number;
  doubts: number;
  library: number | null;
};

const fixtureAudio = join(import.meta.dirname, '../../models/fixture/audio');
const languages = ['de', 'en', 'fr', 'it'];
/**
 * Seeds for ten minutes of speech per language, in recordings with pauses of about ten minutes. No rule was tuned on
 * these.
 */
const recordings = [601, 602, 603];
const speechS = 205;
const lateSpeechS = 20;
const beforeS = 300;
const maxS = 9_030;
const shownMistakes = 12;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export async function measure({ audioDir, only }: Options): Promise<Report> {
  const { engine, model, isFixture } = await openEngine();
  const chosen = languages.filter(
    (language) => !only || only === 'late' || only.split(',').includes(language),
  );
  const folder = await mkdtemp(join(tmpdir(), 'wortlaut-eval-'));
  const library = isFixture && model ? await openLibrary(model.dir, model.chunkLengthS) : null;
  const mistakes: Report['rows'] = [];
  const pcmPath = join(folder, 'pcm');

  const hear = async (pcm: PcmFile, reference: Reference, peer: Library | null): Promise<Result> => {
    const startedAt = performance.now();
    const heard = await hearByEngine(engine, pcm, reference.language);
    const result = score(heard, reference);
    const tookS = heard.engineMs / 1000;
    for (const mistake of result.mistakes.slice(0, shownMistakes))
      mistakes.push({ recording: reference.name, ...mistake });
    console.error(
      `${reference.name}: ${result.errors} of ${result.words}, ${Math.round(performance.now() - startedAt)} ms`,
    );
    const byLibrary = peer && (await peer.hear(await samplesOf(pcm), reference.language));
    return {
      ...result,
      language: reference.language,
      audioS: pcm.samples / pcmSampleRate,
      tookS,
      doubts: heard.doubts,
      library: byLibrary === null ? null : scoreText(byLibrary, reference),
    };
  };

  const hearFile = async (reference: Reference): Promise<Result> => {
    const { samples } = await decodeToPcm({ input: reference.path, output: pcmPath, maxS });
    return hear({ path: pcmPath, samples }, reference, null);
  };
  const hearComposed = async (composed: Composed, peer: Library | null): Promise<Result> => {
    const pcm = Int16Array.from(composed.samples, (s) =>
      Math.max(-32_768, Math.min(32_767, Math.round(s * 32_768))),
    );
    await writeFile(pcmPath, Buffer.from(pcm.buffer));
    return hear({ path: pcmPath, samples: pcm.length }, { ...composed, path: pcmPath, isTimed: true }, peer);
  };

  try {
    const files: Result[] = [];
    if (only !== 'late')
      for (const reference of readReferences(audioDir ?? fixtureAudio))
        if (chosen.includes(reference.language)) files.push(await hearFile(reference));
    const speech: Result[] = [];
    const late: Result[] = [];
    if (isFixture && audioDir === null && ensureEspeak())
      for (const language of chosen) {
        if (only !== 'late')
          for (const seed of recordings)
            speech.push(await hearComposed(composeSpeech(language, { speechS, seed }), library));
        const after = composeSpeech(language, { speechS: lateSpeechS, seed: 610 });
        for (const background of backgroundNames)
          late.push(await hearComposed(composeLateSpeech(after, background, beforeS), null));
      }
    const groups = Object.entries({ files, 'synthetic speech': speech, 'after 5 min without speech': late });
    const rows = groups.flatMap(([group, results]) => [
      ...languages.flatMap((language) =>
        rowOf(
          group,
          language,
          results.filter((one) => one.language === language),
        ),
      ),
      ...rowOf(group, 'all', results),
    ]);
    const werOf = (results: Result[]) =>
      results.length === 0
        ? null
        : (100 * sum(results.map(({ errors }) => errors))) / sum(results.map(({ words }) => words));
    const inventedIn = (results: Result[]) =>
      results.length === 0 ? null : sum(results.map(({ invented }) => invented ?? 0));
    const peers = speech.flatMap(({ library: errors, words }) =>
      errors === null ? [] : [{ errors, words }],
    );
    const peer =
      peers.length === 0
        ? null
        : (100 * sum(peers.map(({ errors }) => errors))) / sum(peers.map(({ words }) => words));
    const beside = peer === null ? '' : ` (the library's overlapping windows: ${round(peer)} %)`;
    const isWhole = !only;
    return {
      name: 'wer',
      rows,
      more: [mistakes],
      figures: {
        engine: engine.name,
        languages: rows,
        wer: { files: werOf(files), speech: werOf(speech), late: werOf(late), libraryWindows: peer },
      },
      goals:
        isFixture && audioDir === null
          ? [
              goal('words of its own recordings, wrong', isWhole ? werOf(files) : null, '%', '<=', 0.5),
              goal(
                `word error rate of synthetic speech${beside}`,
                isWhole ? werOf(speech) : null,
                '%',
                '<=',
                0.5,
              ),
              goal('words invented between sentences', inventedIn([...files, ...speech]), 'words', '<=', 0),
              goal('words invented in 5 min of silence, noise, music', inventedIn(late), 'words', '<=', 0),
              goal(
                'errors in the speech that follows',
                late.length === 0 ? null : sum(late.map(({ errors }) => errors)),
                'words',
                '<=',
                0,
              ),
            ]
          : [],
    };
  } finally {
    await library?.close();
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function samplesOf({ path }: PcmFile): Promise<Float32Array> {
  const bytes = await readFile(path);
  return Float32Array.from(
    new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2),
    (s) => s / 32_768,
  );
}

function rowOf(group: string, language: string, results: readonly Result[]): Report['rows'] {
  if (results.length === 0) return [];
  const total = (key: 'words' | 'errors' | 'audioS' | 'tookS' | 'doubts') =>
    sum(results.map((one) => one[key]));
  const known = results.flatMap(({ invented }) => (invented === null ? [] : [invented]));
  const peers = results.filter(({ library }) => library !== null);
  return [
    {
      group,
      language,
      files: results.length,
      min: round(total('audioS') / 60),
      words: total('words'),
      errors: total('errors'),
      'WER %': total('words') === 0 ? '–' : round((100 * total('errors')) / total('words')),
      invented: known.length === 0 ? '–' : sum(known),
      doubts: total('doubts'),
      'real-time factor': round(total('tookS') / total('audioS')),
      "library's windows: WER %":
        peers.length === 0
          ? '–'
          : round((100 * sum(peers.map((one) => one.library!))) / sum(peers.map((one) => one.words))),
    },
  ];
}
