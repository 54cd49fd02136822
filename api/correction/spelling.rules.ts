import type { SessionLanguage } from '#api/contract/session.ts';
import { draftOf, type Draft, type Turn } from './draft.ts';
import { distanceOf, isOtherEnding, weightOf } from './letters.rules.ts';
import { createSpelling, sharpened, type Lexicon, type Spelling } from './lexicon.rules.ts';
import { capital, isAcronym, isCapital, tokensOf, type Token } from './token.rules.ts';

export type SpellingInput = {
  language: SessionLanguage;
  turns: readonly Turn[];
  /** Names of speakers and words from earlier corrections. They are never changed, but other words may be corrected to them. */
  vocabulary: readonly string[];
};

/** Shorter words resemble too many others. */
const minLength = 4;
/** A spelling that occurs this often is taken as intended. */
const settledCount = 3;
/** A turn with a larger share of unknown words is another language or a dialect. */
const maxUnknownShare = 0.34;
const maxOthers = 3;
/** Minimum difference in weight (`weightOf`) between the best proposal and the next one. */
const lead = 0.5;

type Found = { to: string; others: string[] };

/**
 * Suggests corrections of misspelt words. Precision goes before recall: names, terms, other languages, repeated spellings and
 * ambiguous words stay unchanged.
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
  /** Returns the words of the transcript and of the vocabulary that are within one letter of `word`. */
  neighbours(word: string): string[];
};

/**
 * True if the transcript follows Swiss spelling. Swiss recordings are often labelled as German, so a transcript with
 * more ss than ß counts as Swiss.
 */
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

/** Returns the correction of ß or ss; null if the word has no such mistake. */
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
  if (language.startsWith('de') && !isFirst && spelling.isWord(capital(text)) && text.length > minLength)
    return isNearOther(text, spelling) ? null : { to: capital(text), others: [] };
  return likeAnother(text, context) ?? likeTheDictionary(token, context);
}

/** True if the word is also close to a lower-case word, so that it need not be a noun. */
const isNearOther = (text: string, { proposals }: Spelling): boolean =>
  proposals(text).some(
    (word) =>
      !isCapital(word) && word[0] === text[0] && !isOtherEnding(word, text) && weightOf(text, word) <= 1,
  );

/**
 * Returns the trusted word of the transcript or vocabulary that is within one letter; null if there is none, or if
 * another one is nearly as close. An unknown word may be a name, so it is changed only into a known one.
 */
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
    // Words that occur elsewhere in the transcript are more likely.
    .map(({ word, ...rest }) => ({ word, ...rest, weight: rest.weight - (counts.has(word) ? lead : 0) }))
    .toSorted((a, b) => a.weight - b.weight);
  const [best, next] = found;
  // Diacritics and doubled letters alone do not make another word.
  const isFar = best && best.distance > most && weightOf(text, best.word) > 0.75;
  if (!best || isFar || (next && next.weight < best.weight + lead)) return null;
  // A word with another ending is another case or person, not a correction.
  if (isOtherEnding(best.word, text)) return null;
  return { to: best.word, others: found.slice(1, 1 + maxOthers).map(({ word }) => word) };
}

/**
 * Returns the maximum distance between a word and its correction. It is smaller for words that the recogniser was sure
 * of, and for short words, which resemble many others.
 */
function mostDifferences(length: number, confidence: number): number {
  if (confidence < 0.5) return length >= 6 ? 2 : 1;
  return confidence < 0.9 || length >= 5 ? 1 : 0;
}

/**
 * Returns a function that finds the words within one letter, by an index (symmetric deletion, Garbe 2012): each word is
 * stored under itself and under each form with one letter removed.
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
