import type { Word } from '#api/contract/transcript.ts';
import type { EngineSegment } from '../engine.ts';
import type { Token, TokenSpan, Vocabulary } from './tokens.rules.ts';

type TokenWord = { text: string; confidence: number };

const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);
const round = (value: number) => Math.round(value * 1000) / 1000;

/**
 * Groups tokens to words: a token that begins with a space begins a word; signs without a letter belong to the word before
 * them. Confidence is the geometric mean of the probabilities of its tokens.
 */
export function tokensToWords(tokens: readonly Token[], { decode }: Vocabulary): TokenWord[] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last && !decode([token.id]).startsWith(' ')) last.push(token);
    else groups.push([token]);
  }
  const words: TokenWord[] = [];
  for (const group of groups) {
    const text = decode(group.map(({ id }) => id)).trim();
    const last = words.at(-1);
    if (text === '') continue;
    if (last && !hasLetter(text)) last.text += /^[!?:;»–—-]/.test(text) ? ` ${text}` : text;
    else words.push({ text, confidence: meanOf(group) });
  }
  return words;
}

const meanOf = (tokens: readonly Token[]): number => {
  const sum = tokens.reduce((total, { probability }) => total + Math.log(Math.max(probability, 1e-6)), 0);
  return round(Math.min(1, Math.exp(sum / tokens.length)));
};

/** Spreads words over a time by their length: models of this family do not place single words reliably. */
export function spreadWords(words: readonly TokenWord[], startS: number, endS: number): Word[] {
  const weights = words.map(({ text }) => text.length + 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return words.map(({ text, confidence }, index) => {
    const start = startS + ((endS - startS) * before) / total;
    before += weights[index] ?? 0;
    const end = startS + ((endS - startS) * before) / total;
    return { text, start: round(start), end: round(end), confidence };
  });
}

/** A span of a window as a segment of the recording; null where it holds no word. */
export function spanToSegment(
  span: TokenSpan,
  windowStartS: number,
  vocabulary: Vocabulary,
): EngineSegment | null {
  const words = tokensToWords(span.tokens, vocabulary);
  if (!words.some(({ text }) => hasLetter(text))) return null;
  const start = round(windowStartS + span.startS);
  const end = round(windowStartS + span.endS);
  return { start, end, text: words.map(({ text }) => text).join(' '), words: spreadWords(words, start, end) };
}
