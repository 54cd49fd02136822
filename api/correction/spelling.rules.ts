import type { SessionLanguage } from '#api/contract/session.ts';
import { draftOf, type Draft, type Turn } from './draft.ts';
import { distanceOf, isOtherEnding, weightOf } from './letters.rules.ts';
import { createSpelling, sharpened, type Lexicon, type Spelling } from './lexicon.rules.ts';
import { capital, isAcronym, isCapital, tokensOf, type Token } from './token.rules.ts';

export type SpellingInput = {
  language: SessionLanguage;
  turns: readonly Turn[];
  /** Names of speakers, words that the person has corrected to: never touched, and what others may be meant to be. */
  vocabulary: readonly string[];
};

/** Shorter words are too like each other. */
const minLength = 4;
/** Written so as often, it is meant so. */
const settledCount = 3;
/** More unknown words than this in a turn: another language, or a dialect. */
const maxUnknownShare = 0.34;
const maxOthers = 3;
/** How far the best proposal must be ahead of the next. */
const lead = 0.5;

type Found = { to: string; others: string[] };

/**
 * What a dictionary says is misspelt and what it should be. Precision before recall: names, terms, other languages, what is
 * written alike again and again and what could be several words stay untouched.
 */
export function findSpelling({ language, turns, vocabulary }: SpellingInput, lexicon: Lexicon): Draft[] {
  const tokens = turns.map(tokensOf);
  const counts = new Map<string, number>();
  for (const { text } of tokens.flat()) counts.set(text, (counts.get(text) ?? 0) + 1);
  const spelling = createSpelling(language, lexicon, { isSwiss: writesSwiss(language, counts, lexicon) });
  const settled = new Set(vocabulary.flatMap((entry) => entry.match(/[\p{L}\p{M}'’-]+/gu) ?? []));
  const context: Context = { language, spelling, counts, settled, neighbours: neighboursIn(counts, settled) };
  const isUnknown = ({ text }: Token): boolean =>
    text.length >= minLength && !settled.has(text) && !isAcronym(text) && !spelling.isWord(text);

  return turns.flatMap((turn, index) => {
    const own = tokens[index]!;
    const unknown = own.filter(isUnknown);
    const isForeign = unknown.length > 2 && unknown.length > own.length * maxUnknownShare;
    return unknown.flatMap((token) => {
      const found = sharpOf(token.text, context) ?? (isForeign ? null : correctionOf(token, context));
      return found ? [draftOf(turn, 'spelling', { start: token.start, from: token.text, ...found })] : [];
    });
  });
}

type Context = {
  language: SessionLanguage;
  spelling: Spelling;
  counts: ReadonlyMap<string, number>;
  settled: ReadonlySet<string>;
  /** Words of the transcript and of the person that may be another by one letter. */
  neighbours(word: string): string[];
};

/** Swiss German is often recorded as German: whoever writes ss for ß throughout means it. */
function writesSwiss(
  language: SessionLanguage,
  counts: ReadonlyMap<string, number>,
  lexicon: Lexicon,
): boolean {
  if (language !== 'de') return language === 'de-CH';
  let [sharp, swiss] = [0, 0];
  for (const [word, count] of counts) {
    if (word.includes('ß')) sharp += count;
    else if (
      word.includes('ss') &&
      !lexicon.knows(word) &&
      sharpened(word).some((each) => lexicon.knows(each))
    )
      swiss += count;
  }
  return swiss > sharp;
}

/** ß and ss as the language has it; null where that is not what is wrong. */
function sharpOf(word: string, { language, spelling }: Context): Found | null {
  if (language !== 'de' && language !== 'de-CH') return null;
  if (spelling.isSwiss)
    return word.includes('ß') && spelling.isWord(word.replaceAll('ß', 'ss'))
      ? { to: word.replaceAll('ß', 'ss'), others: [] }
      : null;
  const [to, ...others] = sharpened(word).filter((each) => spelling.isWord(each));
  return to === undefined ? null : { to, others };
}

function correctionOf(token: Token, context: Context): Found | null {
  const { text, hasPoint, isFirst } = token;
  const { counts, spelling, language } = context;
  if ((counts.get(text) ?? 0) >= settledCount || (hasPoint && text.length <= minLength)) return null;
  if (isCapital(text)) return likeAnother(text, context);
  // a noun without its capital
  if (language.startsWith('de') && !isFirst && spelling.isWord(capital(text)) && text.length > minLength)
    return isNearOther(text, spelling) ? null : { to: capital(text), others: [] };
  return likeAnother(text, context) ?? likeTheDictionary(token, context);
}

/** It may as well be a word in small letters with a letter wrong. */
const isNearOther = (text: string, { proposals }: Spelling): boolean =>
  proposals(text).some(
    (word) =>
      !isCapital(word) && word[0] === text[0] && !isOtherEnding(word, text) && weightOf(text, word) <= 1,
  );

/** A word that is there elsewhere, one letter away: what is unknown may be a name, and is only made like what is known. */
function likeAnother(text: string, { counts, settled, spelling, neighbours }: Context): Found | null {
  const isTrusted = (word: string): boolean =>
    settled.has(word) || (counts.get(word) ?? 0) >= settledCount || spelling.isWord(word);
  const found = neighbours(text)
    .filter((word) => isCapital(word) === isCapital(text) && !isOtherEnding(word, text) && isTrusted(word))
    .toSorted((a, b) => weightOf(text, a) - weightOf(text, b) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const [best, next] = found;
  if (best === undefined || (next !== undefined && weightOf(text, next) < weightOf(text, best) + lead / 2))
    return null;
  return { to: best, others: found.slice(1, 1 + maxOthers) };
}

function likeTheDictionary({ text, confidence }: Token, { spelling, counts }: Context): Found | null {
  const most = mostDifferences(text.length, confidence);
  const found = spelling
    .proposals(text)
    .filter((word) => !/[\s-]/u.test(word) && !isCapital(word) && word[0] === text[0])
    .map((word) => ({ word, distance: distanceOf(text, word, 2), weight: weightOf(text, word) }))
    .filter(({ distance }) => distance <= 2)
    // what is said elsewhere is likelier
    .map(({ word, ...rest }) => ({ word, ...rest, weight: rest.weight - (counts.has(word) ? lead : 0) }))
    .toSorted((a, b) => a.weight - b.weight);
  const [best, next] = found;
  // marks and doubled letters alone are no other word
  const isFar = best && best.distance > most && weightOf(text, best.word) > 0.75;
  if (!best || isFar || (next && next.weight < best.weight + lead)) return null;
  // another ending is another case or person
  if (isOtherEnding(best.word, text)) return null;
  return { to: best.word, others: found.slice(1, 1 + maxOthers).map(({ word }) => word) };
}

/** The surer the recogniser, the less may differ; short words are near to many, and long ones may be right and rare. */
function mostDifferences(length: number, confidence: number): number {
  if (confidence < 0.5) return length >= 6 ? 2 : 1;
  return confidence < 0.9 || length >= 5 ? 1 : 0;
}

/**
 * Words within one letter of another, found by what is left when one letter goes (symmetric deletion, Garbe 2012): each word
 * is written down once for each of its letters.
 */
function neighboursIn(counts: ReadonlyMap<string, number>, settled: ReadonlySet<string>) {
  const byRest = new Map<string, string[]>();
  const restsOf = (word: string): string[] => {
    const low = word.toLowerCase();
    return [low, ...Array.from(low, (_, at) => low.slice(0, at) + low.slice(at + 1))];
  };
  for (const word of new Set([...counts.keys(), ...settled])) {
    if (word.length < minLength) continue;
    for (const rest of new Set(restsOf(word))) {
      const words = byRest.get(rest);
      if (words) words.push(word);
      else byRest.set(rest, [word]);
    }
  }
  return (word: string): string[] => {
    const near = new Set(restsOf(word).flatMap((rest) => byRest.get(rest) ?? []));
    const low = word.toLowerCase();
    return [...near].filter((each) => each !== word && distanceOf(low, each.toLowerCase(), 1) <= 1);
  };
}
