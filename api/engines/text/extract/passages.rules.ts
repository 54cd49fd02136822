import type { SentenceFeatures } from './sentence-features.rules.ts';
import type { Sentence } from './sentences.rules.ts';

/** Consecutive sentences of one speaker, short enough to be quoted together. `sentences` are their indices. */
type Passage = { sentences: number[]; words: number; letters: number };

const mostWords = 45;

export function passagesOf(sentences: readonly Sentence[], features: readonly SentenceFeatures[]): Passage[] {
  const passages: Passage[] = [];
  for (const [index, { turn, text }] of sentences.entries()) {
    const words = features[index]!.words.length;
    const last = passages.at(-1);
    if (last && sentences[index - 1]!.turn === turn && last.words + words <= mostWords) {
      last.sentences.push(index);
      last.words += words;
      last.letters += text.length + 1;
    } else passages.push({ sentences: [index], words, letters: text.length });
  }
  return passages;
}
