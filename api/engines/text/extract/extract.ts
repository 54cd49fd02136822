import type { TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';
import { featuresOf, type SentenceFeatures } from './sentence-features.rules.ts';
import { createCompounds } from './compounds.rules.ts';
import { decisionsIn } from './decisions.rules.ts';
import { cuePatternsOf, type CuePatterns } from './cue-patterns.rules.ts';
import { plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import { keySentences } from './key-sentences.rules.ts';
import { createPeople } from './people.rules.ts';
import { questionsIn } from './questions.rules.ts';
import { toSentences, type Sentence } from './sentences.rules.ts';
import { tasksIn } from './tasks.rules.ts';
import { bordersOf, titleOf, type SpokenWord } from './topics.rules.ts';
import { createWordSense, likelyLanguage, toWords, type WordSense } from './words.rules.ts';

type ExtractInput = {
  language: TextLanguage;
  segments: readonly Said[];
  speakers: Readonly<Record<string, { name: string }>>;
  /** Notes and hints. Sentences that share words with them rank higher. */
  focus?: string;
};

/** A sentence that was said. `at` is its estimated start, s. */
export type Quote = { segment: string; speaker: string; at: number; text: string };

export type Extracted = {
  /** The most important sentences in the order of the conversation. `score` is 0 to 1. */
  key: { segment: string; sentence: string; score: number; at: number; speaker: string }[];
  /**
   * Consecutive topics without gaps. `title` has up to three words. `from` and `to` are the ids of the first and the
   * last segment, `start` and `end` are times in s.
   */
  topics: { title: string[]; from: string; to: string; start: number; end: number }[];
  /** `about` is the proposal that a decision accepts; null if the decision is clear without it. */
  decisions: (Quote & { about: Quote | null })[];
  /** `who` is null if nobody was named. `due` is the deadline in the words that were said, or null. */
  tasks: (Quote & { who: string | null; due: string | null })[];
  questions: (Quote & { isOpen: boolean })[];
  /** Sentences with money, shares or measurements. */
  figures: Quote[];
  /** `text` is the date in the words that were said, `sentence` the sentence around it. */
  dates: { segment: string; text: string; at: number; sentence: string }[];
  /** Statements that can be checked: facts with a figure or a date. */
  claims: Quote[];
  /** Speaking time, s, and first turn of each speaker. The speaker with the longest time comes first. */
  shares: { speaker: string; seconds: number; first: string; at: number }[];
};

/** Extracts all results from a transcript. Takes about 20 µs per word. */
export function extract({ language, segments, speakers, focus = '' }: ExtractInput): Extracted {
  const patterns = cuePatternsOf(language);
  const sense = createWordSense(language);
  const sentences = toSentences(segments, language);
  const features = sentences.map((sentence) => featuresOf(sentence, patterns, sense));
  const people = createPeople(segments, speakers, patterns);

  const decisions = decisionsIn(sentences, features, patterns);
  const decided = new Set(decisions.map(({ sentence }) => sentence));
  const isDecided = (index: number) => decided.has(index);
  const tasks = tasksIn({ sentences, features, patterns, people }).filter(
    ({ sentence }) => !isDecided(sentence) || features[sentence]!.dates.length > 0,
  );
  const taskAt = new Set(tasks.map(({ sentence }) => sentence));
  const isTask = (index: number) => taskAt.has(index);
  const questions = questionsIn(sentences, features, patterns, isTask);
  const keys = keySentences({
    sentences,
    features,
    isDecided,
    isTask,
    focus: new Set(toWords(focus).map((word) => sense.stem(word))),
    compounds: language === 'de' ? createCompounds(features.flatMap(({ stems }) => stems)) : undefined,
  });

  const quote = (index: number): Quote => {
    const { segment, speaker, at, text } = sentences[index]!;
    return { segment, speaker, at, text };
  };
  const quotesWhere = (is: (sentenceFeatures: SentenceFeatures, index: number) => boolean): Quote[] =>
    [...sentences.keys()].filter((index) => is(features[index]!, index)).map(quote);

  return {
    key: keys.map(({ index, score }) => {
      const { segment, speaker, at, text } = sentences[index]!;
      return { segment, sentence: text, score, at, speaker };
    }),
    topics: topicsOf(segments, sentences, features, { sense, patterns }),
    decisions: decisions.map(({ sentence, about }) => ({
      ...quote(sentence),
      about: about === null ? null : quote(about),
    })),
    tasks: tasks.map(({ sentence, who, due }) => ({ ...quote(sentence), who, due })),
    questions: questions.map(({ sentence, isOpen }) => ({ ...quote(sentence), isOpen })),
    figures: quotesWhere(({ hasFigure, isQuestion }) => hasFigure && !isQuestion),
    dates: sentences.flatMap(({ segment, at, text }, index) =>
      features[index]!.dates.map((date) => ({ segment, at, text: date.text, sentence: text })),
    ),
    claims: quotesWhere((sentence, index) => !isDecided(index) && !isTask(index) && isClaim(sentence)),
    shares: sharesOf(segments),
  };
}

function isClaim(sentenceFeatures: SentenceFeatures): boolean {
  if (
    sentenceFeatures.isQuestion ||
    sentenceFeatures.isHousekeeping ||
    sentenceFeatures.isPersonal ||
    sentenceFeatures.words.length < 5
  )
    return false;
  return (
    (sentenceFeatures.hasFigure && sentenceFeatures.stems.length > 0) ||
    (sentenceFeatures.dates.length > 0 && sentenceFeatures.stems.length >= 2)
  );
}

/** Returns the indices of the segments that begin a topic, ascending, without 0. */
export function topicBorders(segments: readonly Said[], language?: TextLanguage): number[] {
  const spoken = language ?? likelyLanguage(segments.map(({ text }) => text));
  const sense = createWordSense(spoken);
  const patterns = cuePatternsOf(spoken);
  const sentences = toSentences(segments, spoken);
  return bordersOf(
    turnWords(
      segments.length,
      sentences,
      sentences.map((one) => featuresOf(one, patterns, sense)),
    ),
  );
}

function turnWords(count: number, sentences: readonly Sentence[], features: readonly SentenceFeatures[]) {
  const turns = Array.from({ length: count }, () => ({ stems: [] as string[], opens: false }));
  for (const [index, { turn }] of sentences.entries()) {
    turns[turn]!.stems.push(...features[index]!.stems);
    turns[turn]!.opens ||= features[index]!.opensTopic;
  }
  return turns;
}

function topicsOf(
  segments: readonly Said[],
  sentences: readonly Sentence[],
  features: readonly SentenceFeatures[],
  { sense, patterns }: { sense: WordSense; patterns: CuePatterns },
): Extracted['topics'] {
  if (segments.length === 0) return [];
  const starts = [0, ...bordersOf(turnWords(segments.length, sentences, features))];
  const everywhere = new Map<string, number>();
  for (const { stems } of features)
    for (const stem of stems) everywhere.set(stem, (everywhere.get(stem) ?? 0) + 1);
  const total = features.reduce((sum, { stems }) => sum + stems.length, 0);
  return starts.map((first, i) => {
    const last = (starts[i + 1] ?? segments.length) - 1;
    const words = segments.slice(first, last + 1).flatMap(({ text }) => spokenWords(text, sense, patterns));
    return {
      title: titleOf(words, (stem) => everywhere.get(stem) ?? 1, { total }),
      from: segments[first]!.id,
      to: segments[last]!.id,
      start: segments[first]!.start,
      end: segments[last]!.end,
    };
  });
}

function spokenWords(text: string, sense: WordSense, { articles }: CuePatterns): SpokenWord[] {
  let before = '';
  return [...plainApostrophes(text).matchAll(/\p{L}[\p{L}\p{M}'-]*/gu)].map(([word]) => {
    const [plain = ''] = toWords(word);
    const bare = word.replace(/^\p{L}{1,5}'(?=\p{L}{2})/u, '').replace(/['-]+$/, '');
    const isBehind = articles.has(before) || articles.has(word.slice(0, -bare.length - 1).toLowerCase());
    before = word.toLowerCase();
    const isNoun = articles.size === 0 ? /^\p{Lu}/u.test(bare) : isBehind;
    return { word: bare, stem: sense.stem(plain), isNoun };
  });
}

function sharesOf(segments: readonly Said[]): Extracted['shares'] {
  const shares = new Map<string, Extracted['shares'][number]>();
  for (const { id, speaker, start, end } of segments) {
    const share = shares.get(speaker) ?? { speaker, seconds: 0, first: id, at: start };
    share.seconds += Math.max(0, end - start);
    shares.set(speaker, share);
  }
  return [...shares.values()].toSorted((a, b) => b.seconds - a.seconds);
}
