import type { SessionLanguage } from '#api/contract/session.ts';
import { capital, isCapital } from './token.rules.ts';

export type Lexicon = { knows(word: string): boolean; proposals(word: string): string[] };

/** A dictionary extended by compounds and regional spellings. */
export type Spelling = {
  isWord(word: string): boolean;
  proposals(word: string): string[];
  /** True for Swiss German spelling, which has ss instead of ß. */
  isSwiss: boolean;
};

/** Longer words are not split into compound parts. */
const maxCompoundLength = 48;
const minPartLength = 4;
/**
 * Minimum length of the last part of a compound that is not a noun. It is higher because many verbs and particles are
 * short.
 */
const minLastLength = 6;
/** Linking elements of German compounds (Duden, Die Grammatik, §1090 ff.). */
const links = ['', 's', 'es', 'n', 'en', 'er', 'e'];

/** American and Oxford spellings, mapped to those of the British dictionary. */
const american: readonly [RegExp, string][] = [
  [/iz(e[ds]?|er|ers|ing|ations?)$/u, 'is$1'],
  [/yz(e[ds]?|er|ing)$/u, 'ys$1'],
  [/or(s|ed|ing|ful|ite|ites|able|hood|hoods)?$/u, 'our$1'],
  [/ter(s|ed|ing)?$/u, 'tre$1'],
  [/og(s|ed|ing)?$/u, 'ogue$1'],
  [/ense(s|less)?$/u, 'ence$1'],
  [/l(ed|ing|er|ers|ment)$/u, 'll$1'],
  [/am(s)?$/u, 'amme$1'],
  [/e(di|th|st|na|ma)/u, 'ae$1'],
];

/** A hyphen joins words, an apostrophe joins an article or pronoun (French, Italian). */
const joined = /['’-]/u;

/** Creates the check of spelling for a language. Each distinct word is looked up once, with O(word length) dictionary queries. */
export function createSpelling(
  language: SessionLanguage,
  lexicon: Lexicon,
  { isSwiss = language === 'de-CH' }: { isSwiss?: boolean } = {},
): Spelling {
  const isGerman = language === 'de' || language === 'de-CH';
  const answers = new Map<string, boolean>();
  const isSharp = (word: string): boolean =>
    sharpened(word).some((each) => lexicon.knows(each) || lexicon.knows(capital(each)));
  const knows = (word: string): boolean => {
    if (isSwiss && word.includes('ß')) return false;
    return lexicon.knows(word) || (isSwiss && isSharp(word));
  };
  const knowsPart = (part: string): boolean => knows(part) || knows(capital(part));

  const isCompound = (word: string, isNoun: boolean, depth = 0): boolean => {
    if (word.length < 2 * minPartLength || word.length > maxCompoundLength || depth > 3) return false;
    const least = isNoun ? minPartLength : minLastLength;
    for (let cut = word.length - least; cut >= minPartLength; cut--) {
      const [head, rest] = [word.slice(0, cut), word.slice(cut)];
      if (!knows(isNoun ? capital(rest) : rest)) continue;
      for (const link of links) {
        const stem = head.slice(0, head.length - link.length);
        if (!head.endsWith(link) || stem.length < minPartLength) continue;
        if (knowsPart(stem) || isCompound(stem, true, depth + 1)) return true;
      }
    }
    return false;
  };

  const look = (word: string): boolean => {
    if (knows(word)) return true;
    if (joined.test(word)) {
      const parts = word.split(joined);
      if (parts.every((part) => part.length < 3 || knowsPart(part))) return true;
    }
    if (isGerman) return isCompound(word.toLowerCase(), isCapital(word));
    if (language !== 'en') return false;
    return american.some(([from, to]) => {
      const british = word.replace(from, to);
      return british !== word && lexicon.knows(british);
    });
  };

  return {
    isSwiss,
    isWord(given) {
      const word = given.replaceAll('’', "'");
      let answer = answers.get(word);
      if (answer === undefined) answers.set(word, (answer = look(word)));
      return answer;
    },
    proposals(given) {
      const found = lexicon.proposals(given.replaceAll('’', "'"));
      const spelled = isSwiss ? found.map((word) => word.replaceAll('ß', 'ss')) : found;
      const sign = given.includes('’') ? '’' : "'";
      return [...new Set(spelled.map((word) => word.replaceAll("'", sign)))];
    },
  };
}

/** Returns the variants of a word in which one ss, or every ss, is replaced by ß. */
export function sharpened(word: string): string[] {
  const places = [...word.matchAll(/ss/gu)].map(({ index }) => index);
  const one = places.map((at) => `${word.slice(0, at)}ß${word.slice(at + 2)}`);
  return places.length > 1 ? [...one, word.replaceAll('ss', 'ß')] : one;
}
