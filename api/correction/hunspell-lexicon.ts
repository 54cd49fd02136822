import { readFile } from 'node:fs/promises';
import { createHunspellFromStrings } from 'hunspell-wasm';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Lexicon } from './lexicon.rules.ts';

/** Dictionary packages with `index.aff` and `index.dic`; licences in NOTICE. */
const packages: Record<SessionLanguage, string> = {
  de: 'dictionary-de',
  'de-CH': 'dictionary-de-ch',
  en: 'dictionary-en-gb',
  fr: 'dictionary-fr',
  it: 'dictionary-it',
};

/** Longer words have thousands of possible splits and no useful suggestions. */
const maxAskedLength = 40;

const read = (name: string, file: string): Promise<string> =>
  readFile(new URL(`${file}`, import.meta.resolve(name)), 'utf8');

/** Stands for a dictionary that is not installed. Every word counts as correct. */
const emptyLexicon = { knows: () => true, proposals: () => [], close() {} };

const isLeftOut = (error: unknown): boolean =>
  /^(ERR_MODULE_NOT_FOUND|ENOENT)$/.test(String((error as NodeJS.ErrnoException).code));

async function readDictionary(name: string): Promise<[affixes: string, words: string] | null> {
  try {
    return [await read(name, 'index.aff'), await read(name, 'index.dic')];
  } catch (error) {
    if (isLeftOut(error)) return null;
    throw error;
  }
}

/** Loads a dictionary (18 MB in memory for each language); `close` frees it. `proposals` takes up to 0.1 s per word. */
export async function openLexicon(
  language: SessionLanguage,
  name = packages[language],
): Promise<Lexicon & { close(): void }> {
  const dictionary = await readDictionary(name);
  if (!dictionary) return emptyLexicon;
  const hunspell = await createHunspellFromStrings(...dictionary);
  const proposed = new Map<string, string[]>();
  return {
    knows: (word) => hunspell.testSpelling(word),
    proposals(word) {
      if (word.length > maxAskedLength) return [];
      let words = proposed.get(word);
      if (!words) proposed.set(word, (words = hunspell.getSpellingSuggestions(word)));
      return words;
    },
    close: () => hunspell.dispose(),
  };
}
