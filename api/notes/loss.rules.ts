import { readTime } from '#api/shared/markdown/markdown-inline.ts';
import type { TextLanguage } from '#api/contract/option.ts';
import { sentenceEnds } from '#api/engines/text/llm/sentences.rules.ts';
import { keysOf } from './moments.rules.ts';

/** Share of a statement's words that must be found again. A statement with fewer of them is lost. */
const minFound = 0.6;
/** Largest number of letters that a form of a name may have after the key of the name. */
const maxEnding = 3;
/** Months and days in languages that do not capitalise them. */
const smallNames = new Set(
  `janvier février mars avril mai juin juillet août septembre octobre novembre décembre
  lundi mardi mercredi jeudi vendredi samedi dimanche
  gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  lunedì martedì mercoledì giovedì venerdì sabato domenica`.split(/\s+/),
);
const negations: Record<TextLanguage, RegExp> = {
  de: /(?<!\p{L})(?:nicht|nichts|nie|niemals|niemand|kein\p{L}*|ohne|weder|un(?:möglich|klar|nötig))(?!\p{L})/iu,
  en: /(?<!\p{L})(?:not|no|never|nobody|none|nothing|without|cannot|\p{L}+n[’']t)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:ne|pas|jamais|aucune?|rien|personne|sans|ni)(?!\p{L})|(?<!\p{L})n[’']/iu,
  it: /(?<!\p{L})(?:non|mai|nessun\p{L}*|niente|nulla|senza|né)(?!\p{L})/iu,
};

/** Removes the markup of lists, headings, tasks and emphasis. */
const plainLine = (line: string): string =>
  line
    .replace(/^\s*(?:>\s*)*(?:(?:[-*+•·–—]|#{1,6}|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s*)?/, '')
    .replace(/[*_`|#]/g, ' ')
    .trim();

/** Returns the statements of a text, without markup. */
const statementsOf = (text: string, language: TextLanguage): string[] =>
  text.split('\n').flatMap((line) => {
    const plain = plainLine(line);
    const ends = sentenceEnds(plain, language);
    return ends
      .map((end, index) => plain.slice(ends[index - 1] ?? 0, end).trim())
      .filter((statement) => /[\p{L}\d]/u.test(statement));
  });

const normal = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/(?<=\d)[’'\u00a0\u202f\u2009 ](?=\d{3}(?!\d))/g, '')
    .replace(/’/g, "'");

const clock = /(?:\d{1,2}:)?\d{1,3}:\d{2}(?!\d)/g;
/** Returns the numbers in a text, without times: inserted moments would match any number. */
const numbersOf = (text: string): string[] => normal(text).replace(clock, ' ').match(/\d+/g) ?? [];
const timesOf = (text: string) =>
  [...text.matchAll(clock)].map(([shown]) => ({ shown, atS: readTime(shown) }));

/**
 * Returns the words of a statement that must not change: words with a capital letter, words in capitals, days and months. The
 * first word of a statement always has a capital letter, so it is compared by its beginning only.
 */
function namesOf(statement: string): { shown: string; key: string }[] {
  return [...normal(statement).matchAll(/[\p{L}][\p{L}'-]*/gu)].flatMap(({ 0: word, index }) => {
    const isCapitals = word.length >= 2 && word === word.toUpperCase() && word !== word.toLowerCase();
    const isLarge = /^\p{Lu}/u.test(word) && word.length >= 3;
    if (!isCapitals && !isLarge && !smallNames.has(word.toLowerCase())) return [];
    const isFirst = index === 0;
    if (isFirst && !isCapitals && keysOf(word).length === 0) return [];
    const small = word.toLowerCase();
    // The key leaves out the last letter, which changes in the genitive and plural: "Müllers", "Müller".
    const key = isFirst && !isCapitals ? small.slice(0, 5) : small.length >= 5 ? small.slice(0, -1) : small;
    return [{ shown: word, key }];
  });
}

/** True if a word is an inflected form of a name, or a compound with it. */
const isForm = (word: string, key: string): boolean =>
  (word.startsWith(key) && word.length - key.length <= maxEnding) ||
  (key.length >= 5 && word.slice(1).includes(key));

export type Loss = {
  /** Names and numbers as in the notes; the next attempt must contain them. */
  words: string[];
  statements: string[];
};

/**
 * Finds numbers, names and statements of the notes that are missing in a text made from them, and statements that now say
 * the contrary. It compares words, not meaning: a paraphrase counts as lost.
 */
export function findLoss(notes: string, made: string, language: TextLanguage): Loss {
  const numbers = new Set(numbersOf(made));
  const times = new Set(timesOf(made).map(({ atS }) => atS));
  const text = [
    ...new Set(
      normal(made)
        .toLowerCase()
        .match(/[\p{L}][\p{L}'-]*/gu),
    ),
  ];
  const keys = new Set(keysOf(made));
  const saidNow = statementsOf(made, language).map((statement) => ({
    keys: new Set(keysOf(statement)),
    isNegated: negations[language].test(statement),
  }));
  const words = new Set<string>();
  const statements = new Set<string>();
  for (const statement of statementsOf(notes, language)) {
    for (const number of numbersOf(statement)) if (!numbers.has(number)) words.add(number);
    for (const { shown, atS } of timesOf(statement)) if (!times.has(atS)) words.add(shown);
    for (const { shown, key } of namesOf(statement))
      if (!text.some((word) => isForm(word, key))) words.add(shown);
    const own = [...new Set(keysOf(statement))];
    const foundIn = (found: ReadonlySet<string>) => own.filter((key) => found.has(key)).length;
    if (own.length > 0 && foundIn(keys) < own.length * minFound) statements.add(statement);
    const isNegated = negations[language].test(statement);
    const now = saidNow.filter((each) => own.length > 1 && foundIn(each.keys) >= own.length * minFound);
    if (now.length > 0 && now.every((each) => each.isNegated !== isNegated)) statements.add(statement);
  }
  return { words: [...words], statements: [...statements] };
}

export const isLossless = ({ words, statements }: Loss): boolean =>
  words.length === 0 && statements.length === 0;

/** Returns a function that tests whether a sentence comes from the notes: it has the same words, numbers and negation. */
export function createOwnership(notes: string, language: TextLanguage): (sentence: string) => boolean {
  const numbers = new Set(numbersOf(notes));
  const own = statementsOf(notes, language).map((statement) => ({
    keys: new Set(keysOf(statement)),
    text: normal(statement).toLowerCase(),
    isNegated: negations[language].test(statement),
  }));
  return (sentence) => {
    const plain = plainLine(sentence);
    if (numbersOf(plain).some((number) => !numbers.has(number))) return false;
    const keys = [...new Set(keysOf(plain))];
    const isNegated = negations[language].test(plain);
    if (keys.length === 0) return own.some(({ text }) => text.includes(normal(plain).toLowerCase().trim()));
    return own.some(
      (each) =>
        each.isNegated === isNegated &&
        keys.filter((key) => each.keys.has(key)).length >= keys.length * minFound,
    );
  };
}
