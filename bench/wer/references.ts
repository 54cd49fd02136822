import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text, and sentences with times, s, if these are known. An empty text means that nobody speaks. */
export type Spoken = { text: string; sentences: { text: string; start: number; end: number }[] };

export type Reference = Spoken & {
  name: string;
  path: string;
  language: string;
  /** True if `sentences` contain all speech. */
  isTimed: boolean;
};

const ourLanguages = new Set(['de', 'en', 'fr', 'it']);
const exactKinds = new Set(['exact', 'text cut with the sync map', 'unit-test expectation']);
const nobodySpeaks = /^\((?:no speech|noise only)\)$/;

/**
 * Reads a folder of recordings with references. The folder has `expected.json` (file, language, text, sentences with
 * times) or `MANIFEST.tsv` (columns file, category, language, reference, reference_kind). Of the latter, speech in a
 * supported language with an exact, complete reference is read. Files without speech ("(no speech)", "(noise only)")
 * are transcribed in every language and must give no word.
 */
export function readReferences(dir: string): Reference[] {
  if (existsSync(join(dir, 'expected.json'))) return readExpected(dir);
  if (existsSync(join(dir, 'MANIFEST.tsv'))) return readManifest(dir);
  throw new Error(`${dir} has neither expected.json nor MANIFEST.tsv.`);
}

type Expected = Omit<Spoken, 'sentences'> & {
  file: string;
  language: string | null;
  sentences?: Spoken['sentences'];
};

function readExpected(dir: string): Reference[] {
  const entries = JSON.parse(readFileSync(join(dir, 'expected.json'), 'utf8')) as Expected[];
  return entries.map(({ file, language, text, sentences = [] }) => ({
    name: file,
    path: join(dir, file),
    language: language ?? 'en',
    text,
    sentences,
    isTimed: text === '' || sentences.length > 0,
  }));
}

function readManifest(dir: string): Reference[] {
  const [head = '', ...lines] = readFileSync(join(dir, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split('\t').map((cell, index) => [columns[index]!, cell])),
  );
  return rows.flatMap(
    ({ file = '', language = '', reference = '', reference_kind: kind = '', ...row }): Reference[] => {
      const found = { name: file, path: join(dir, file), sentences: [] };
      if (nobodySpeaks.test(reference))
        return [...ourLanguages].map((each) => ({ ...found, language: each, text: '', isTimed: true }));
      const isWhole = exactKinds.has(kind) && reference !== '' && !reference.startsWith('(prefix)');
      const isSpoken = row['category'] !== 'broken' && ourLanguages.has(language);
      return isWhole && isSpoken ? [{ ...found, language, text: reference, isTimed: false }] : [];
    },
  );
}
