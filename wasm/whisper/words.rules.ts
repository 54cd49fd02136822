import type { UntimedWord } from '#wasm/transcription/word-times.ts';
import type { Token, Vocabulary } from './tokens.rules.ts';

export const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);
const round = (value: number) => Math.round(value * 1000) / 1000;

/**
 * Groups tokens into words. A token with a leading space begins a word, and punctuation belongs to the word before it.
 * The confidence of a word is the geometric mean of its token probabilities.
 */
export function tokensToWords(tokens: readonly Token[], { decode }: Vocabulary): UntimedWord[] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last && !decode([token.id]).startsWith(' ')) last.push(token);
    else groups.push([token]);
  }
  const words: UntimedWord[] = [];
  for (const group of groups) {
    const text = decode(group.map(({ id }) => id)).trim();
    const last = words.at(-1);
    if (text === '') continue;
    if (last && !hasLetter(text)) last.text += /^[!?:;»–—-]/.test(text) ? ` ${text}` : text;
    else words.push({ text, confidence: round(Math.min(1, Math.exp(meanLogOf(group)))) });
  }
  return words;
}

export const meanLogOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { probability }) => sum + Math.log(Math.max(probability, 1e-6)), 0) / tokens.length;
