import type { Act } from './sentence-features.rules.ts';
import type { Ear } from './cue-patterns.rules.ts';
import { has, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import type { Sentence } from './sentences.rules.ts';

type FoundQuestion = { sentence: number; isOpen: boolean };

/** Questions that want an answer; open where the next turns give none. */
export function questionsIn(
  sentences: readonly Sentence[],
  acts: readonly Act[],
  ear: Ear,
  isTask: (sentence: number) => boolean,
): FoundQuestion[] {
  const found: FoundQuestion[] = [];
  for (const [index, { text }] of sentences.entries()) {
    const act = acts[index]!;
    if (isTask(index)) continue;
    if (act.isQuestion) {
      if (act.isRhetorical || act.words.length < 4 || act.stems.length === 0) continue;
      found.push({ sentence: index, isOpen: !isAnswered(index, sentences, acts, ear) });
    } else if (act.stems.length >= 1 && has(ear.stillOpen, plainApostrophes(text)))
      found.push({ sentence: index, isOpen: true });
  }
  return found;
}

function isAnswered(index: number, sentences: readonly Sentence[], acts: readonly Act[], ear: Ear): boolean {
  const { turn, speaker } = sentences[index]!;
  let said = '';
  let answerTurn: number | null = null;
  for (let i = index + 1; i < sentences.length && sentences[i]!.turn <= turn + 3; i++) {
    const one = sentences[i]!;
    if (one.turn === turn) {
      // goes on and tells it
      if (!acts[i]!.isQuestion && acts[i]!.stems.length > 0) said += ` ${one.text}`;
      continue;
    }
    if (one.speaker === speaker && answerTurn === null) {
      if (acts[i]!.isQuestion) return false;
      answerTurn = one.turn;
    }
    answerTurn ??= one.turn;
    if (one.turn !== answerTurn) break;
    if (has(ear.unknown, plainApostrophes(one.text))) return false;
    if (!acts[i]!.isQuestion) said += ` ${one.text}`;
  }
  return said.trim() !== '';
}
