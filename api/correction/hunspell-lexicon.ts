import { readFile } from 'node:fs/promises';
import { createHunspellFromStrings } from 'hunspell-wasm';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Lexicon } from './lexicon.rules.ts';

/** Packages with `index.aff` and `index.dic`; separate files, licences in NOTICE. */
const packages: Record<SessionLanguage, string> = {
  de: 'dictionary-de',
  'de-CH': 'dictionary-de-ch',
  en: 'dictionary-en-gb',
  fr: 'dictionary-fr',
  it: 'dictionary-it',
};

/** Longer ones have thousands of ways to be taken apart, and no proposal is of use. */
const maxAskedLength = 40;

const read = (name: string, file: string): Promise<string> =>
  readFile(new URL(`${file}`, import.meta.resolve(name)), 'utf8');

/** Lexicon of a language without an installed dictionary: every word counts as spelt correctly. */
const emptyLexicon = { knows: () => true, proposals: () => [], close() {} };

/** True if the error means that the package is not installed. */
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

/** A dictionary in memory: 18 MB with any of the languages; `close` gives it to the next one. Proposals take up to 0.1 s a word. */
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
