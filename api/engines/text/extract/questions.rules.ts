import type { SentenceFeatures } from './sentence-features.rules.ts';
import type { CuePatterns } from './cue-patterns.rules.ts';
import { has, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import type { Sentence } from './sentences.rules.ts';

type FoundQuestion = { sentence: number; isOpen: boolean };

/** Finds the questions that expect an answer. A question is open if the next turns give none. */
export function questionsIn(
  sentences: readonly Sentence[],
  features: readonly SentenceFeatures[],
  patterns: CuePatterns,
  isTask: (sentence: number) => boolean,
): FoundQuestion[] {
  const found: FoundQuestion[] = [];
  for (const [index, { text }] of sentences.entries()) {
    const sentenceFeatures = features[index]!;
    if (isTask(index)) continue;
    if (sentenceFeatures.isQuestion) {
      if (
        sentenceFeatures.isRhetorical ||
        sentenceFeatures.words.length < 4 ||
        sentenceFeatures.stems.length === 0
      )
        continue;
      found.push({ sentence: index, isOpen: !isAnswered(index, sentences, features, patterns) });
    } else if (sentenceFeatures.stems.length >= 1 && has(patterns.stillOpen, plainApostrophes(text)))
      found.push({ sentence: index, isOpen: true });
  }
  return found;
}

function isAnswered(
  index: number,
  sentences: readonly Sentence[],
  features: readonly SentenceFeatures[],
  patterns: CuePatterns,
): boolean {
  const { turn, speaker } = sentences[index]!;
  let said = '';
  let answerTurn: number | null = null;
  for (let i = index + 1; i < sentences.length && sentences[i]!.turn <= turn + 3; i++) {
    const one = sentences[i]!;
    if (one.turn === turn) {
      // What the speaker adds in the same turn counts as an answer.
      if (!features[i]!.isQuestion && features[i]!.stems.length > 0) said += ` ${one.text}`;
      continue;
    }
    if (one.speaker === speaker && answerTurn === null) {
      if (features[i]!.isQuestion) return false;
      answerTurn = one.turn;
    }
    answerTurn ??= one.turn;
    if (one.turn !== answerTurn) break;
    if (has(patterns.unknown, plainApostrophes(one.text))) return false;
    if (!features[i]!.isQuestion) said += ` ${one.text}`;
  }
  return said.trim() !== '';
}
