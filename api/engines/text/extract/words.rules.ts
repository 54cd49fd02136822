import { newStemmer } from 'snowball-stemmers';
import type { TextLanguage } from '#api/contract/option.ts';
import { patternOf, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import * as german from '#api/engines/text/extract/stop-word/de.ts';
import * as english from '#api/engines/text/extract/stop-word/en.ts';
import * as french from '#api/engines/text/extract/stop-word/fr.ts';
import * as italian from '#api/engines/text/extract/stop-word/it.ts';

const lists = { de: german, en: english, fr: french, it: italian };
const stemmers = { de: 'german', en: 'english', fr: 'french', it: 'italian' } as const;

const elided: Record<TextLanguage, RegExp | null> = {
  de: null,
  en: /'(?:s|ll|re|ve|d|m)$/,
  fr: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu)'/,
  it: /^(?:[cdlmnstv]|un|gl|all|dall|dell|nell|sull|coll|quest|quell|dov|com|tutt|bell|sant|mezz|anch)'/,
};

/** Matches numerals of the four languages: "settantamila", "twenty-first", "dreiundvierzig". */
const numeral = new RegExp(
  `^(?:${[
    'null ein eins zwei drei vier fünf sechs sech sieb sieben acht neun zehn elf zwölf und ssig zig hundert tausend ten sten te ste',
    'one two three four five six seven eight nine ten eleven twelve thir fif twen teen een ty hundred thousand first second third th st eigh',
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante septante huitante nonante cent cents mille et ième aine',
    'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici dicia diciotto ssette nnove venti vent trenta trent quaranta quarant cinquanta cinquant sessanta sessant settanta settant ottanta ottant novanta novant cento mila tré',
  ]
    .join(' ')
    .replaceAll(' ', '|')}|-)+$`,
  'u',
);

const word = /[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*|\d+(?:['.,]\d+)*/gu;

/** Returns the words of a text in lower case, with ss for ß. Numbers count as words. */
export const toWords = (text: string): string[] =>
  plainApostrophes(text).toLowerCase().replaceAll('ß', 'ss').match(word) ?? [];

/** Stems and stop words of a language. Stems are cached. */
export type WordSense = {
  /** Returns the stem of a content word, or null for stop words, numbers and single letters. */
  stem(word: string): string | null;
  isStop(word: string): boolean;
  fillers: RegExp;
};

const setOf = (words: string): ReadonlySet<string> =>
  new Set(words.trim().toLowerCase().replaceAll('ß', 'ss').split(/\s+/));

const stops: Record<TextLanguage, ReadonlySet<string>> = {
  de: setOf(german.stopWords),
  en: setOf(english.stopWords),
  fr: setOf(french.stopWords),
  it: setOf(italian.stopWords),
};

/** Creates the functions that find stems and stop words of a language. Stems are found by Snowball (Porter 2001). */
export function createWordSense(language: TextLanguage): WordSense {
  const stemmer = newStemmer(stemmers[language]);
  const known = new Map<string, string | null>();
  const cut = elided[language];
  const isStop = (one: string) => stops[language].has(one);
  const stemOf = (one: string): string | null => {
    const bare = cut ? one.replace(cut, '') : one;
    if (bare.length < 3 || /\d/.test(bare) || isStop(one) || isStop(bare) || numeral.test(bare)) return null;
    return stemmer.stem(bare.slice(0, 40));
  };
  return {
    isStop,
    fillers: new RegExp(patternOf(lists[language].fillers).source, 'giu'),
    stem(one) {
      const found = known.get(one);
      if (found !== undefined) return found;
      const stem = stemOf(one);
      known.set(one, stem);
      return stem;
    },
  };
}

/** Guesses the language of texts by the stop words among about their first 2,000 words. */
export function likelyLanguage(texts: Iterable<string>): TextLanguage {
  const counts: Record<TextLanguage, number> = { de: 0, en: 0, fr: 0, it: 0 };
  let left = 2_000;
  for (const text of texts) {
    for (const one of toWords(text)) {
      for (const language of ['de', 'en', 'fr', 'it'] as const)
        if (stops[language].has(one)) counts[language]++;
      left--;
    }
    if (left < 0) break;
  }
  return (['de', 'en', 'fr', 'it'] as const).reduce((best, one) => (counts[one] > counts[best] ? one : best));
}
