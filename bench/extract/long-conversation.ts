import type { TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';
import { createRanks, seededRandom, wordOf } from '../library/words.ts';
import { readConversations } from '../summary/corpus.ts';

/** Share of words that belong to the topic, like the names and terms of a real meeting. */
const ownWordShare = 0.12;
const pauseS = 0.3;

type LongConversation = {
  language: TextLanguage;
  segments: Said[];
  speakers: Record<string, { name: string }>;
};

/**
 * Returns a conversation of 2:30 h, always the same: shuffled turns of the project's conversations, with words added by
 * Zipf's law, so that sentences differ and the vocabulary grows as in real speech.
 */
export function longConversation(language: TextLanguage, words: number): LongConversation {
  const all = readConversations('dev').filter((one) => one.language === language);
  const turns = all.flatMap(({ segments }) => segments);
  const random = seededRandom(11);
  const rank = createRanks(random);
  const perWordS = 9_000 / words;
  const segments: Said[] = [];
  let said = 0;
  while (said < words) {
    const turn = turns[Math.floor(random() * turns.length)]!;
    const text = turn.text
      .split(' ')
      .map((word) =>
        /^\p{Ll}{5,}$/u.test(word) && random() < ownWordShare * 2 ? wordOf(200 + rank()) : word,
      )
      .join(' ');
    const count = text.split(' ').length;
    const start = said * perWordS;
    const end = (said + count) * perWordS - pauseS;
    segments.push({ id: `s${segments.length + 1}`, speaker: turn.speaker, start, end, text });
    said += count;
  }
  return { language, segments, speakers: all[0]?.speakers ?? {} };
}
