import type { TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';
import { featuresOf, type SentenceFeatures } from './sentence-features.rules.ts';
import { createCompounds } from './compounds.rules.ts';
import { decisionsIn, type FoundDecision } from './decisions.rules.ts';
import { cuePatternsOf, type CuePatterns } from './cue-patterns.rules.ts';
import { plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import { passagesOf } from './passages.rules.ts';
import { createPeople } from './people.rules.ts';
import { questionsIn } from './questions.rules.ts';
import { centralities, pickDiverse, toVectors } from './rank.rules.ts';
import { toSentences, type Sentence } from './sentences.rules.ts';
import { tasksIn, type FoundTask } from './tasks.rules.ts';
import { bordersOf, titleOf, type SpokenWord } from './topics.rules.ts';
import { passageSalience, salienceOf } from './salience.rules.ts';
import { createWordSense, likelyLanguage, toWords, type WordSense } from './words.rules.ts';

export type ExtractInput = {
  language: TextLanguage;
  segments: readonly Said[];
  speakers: Readonly<Record<string, { name: string }>>;
  /** Notes and hints; sentences that share their words rank higher. */
  focus?: string;
};

/** A quotation. `at`: s. */
export type Quote = { segment: string; speaker: string; at: number; text: string };

export type Extracted = {
  /** The most central sentences in the order of speech. `score`: 0 to 1. */
  key: { segment: string; sentence: string; score: number; at: number; speaker: string }[];
  /**
   * Consecutive topics without gaps; `title`: up to three words; `from` and `to`: ids of the first and last segment;
   * times in s.
   */
  topics: { title: string[]; from: string; to: string; start: number; end: number }[];
  /** `about`: the proposal, if the decision alone is not clear. */
  decisions: (Quote & { about: Quote | null })[];
  /** `who`: null if open; `due`: as said. */
  tasks: (Quote & { who: string | null; due: string | null })[];
  questions: (Quote & { isOpen: boolean })[];
  /** Sentences with money, shares or measurements. */
  figures: Quote[];
  /** `text`: the date as said; `sentence`: the sentence around it. */
  dates: { segment: string; text: string; at: number; sentence: string }[];
  /** Checkable statements: facts with a figure, a date or a name. */
  claims: Quote[];
  /** Speaking time in s and first turn of each speaker, the longest time first. */
  shares: { speaker: string; seconds: number; first: string; at: number }[];
};

const wordsPerKey = 58;
const [fewestKeys, mostKeys] = [5, 15];

/** Extracts all results from a transcript. Pure; about 20 µs per word. */
export function extract({ language, segments, speakers, focus = '' }: ExtractInput): Extracted {
  const patterns = cuePatternsOf(language);
  const sense = createWordSense(language);
  const sentences = toSentences(segments, language);
  const features = sentences.map((sentence) => featuresOf(sentence, patterns, sense));
  const people = createPeople(segments, speakers, patterns);

  const decisions = decisionsIn(sentences, features, patterns);
  const decided = new Set(decisions.map(({ sentence }) => sentence));
  const tasks = tasksIn({ sentences, features, patterns, people }).filter(
    ({ sentence }) => !decided.has(sentence) || features[sentence]!.dates.length > 0,
  );
  const taskAt = new Set(tasks.map(({ sentence }) => sentence));
  const questions = questionsIn(sentences, features, patterns, (sentence) => taskAt.has(sentence));

  const compounds = language === 'de' ? createCompounds(features.flatMap(({ stems }) => stems)) : undefined;
  const vectors = toVectors(
    features.map(({ stems }) => stems),
    compounds,
  );
  const wanted = new Set(toWords(focus).map((word) => sense.stem(word)));
  const isDecided = (index: number) => decided.has(index);
  const isTask = (index: number) => taskAt.has(index);
  const worth = features.map((sentenceFeatures, index) =>
    salienceOf(sentenceFeatures, { isDecided: isDecided(index), isTask: isTask(index), focus: wanted }),
  );
  const central = centralities(
    vectors,
    worth.map((one) => Math.max(0.05, one)),
  );
  const scores = worth.map((one, index) => (one <= 0 ? 0 : one + central[index]! * 0.6));
  const passages = passagesOf(sentences, features);
  const passageScores = passages.map(({ sentences: said, letters }) =>
    passageSalience({
      features: said.map((index) => features[index]!),
      letters,
      isDecided: said.some(isDecided),
      isTask: said.some(isTask),
      central: Math.max(...said.map((index) => central[index]!)),
      focus: wanted,
      position: said[0]! / features.length,
    }),
  );
  const passageVectors = toVectors(
    passages.map(({ sentences: said }) => said.flatMap((index) => features[index]!.stems)),
    compounds,
  );
  const words = features.reduce((sum, sentenceFeatures) => sum + sentenceFeatures.words.length, 0);
  const count = Math.max(fewestKeys, Math.min(mostKeys, Math.round(words / wordsPerKey)));

  const quote = (index: number): Quote => {
    const { segment, speaker, at, text } = sentences[index]!;
    return { segment, speaker, at, text };
  };
  const closing = ({ about }: FoundDecision) => (about === null ? null : quote(about));
  const given = ({ sentence, who, due }: FoundTask) => ({ ...quote(sentence), who, due });
  return {
    key: pickDiverse(passageScores, passageVectors, count)
      .toSorted((a, b) => a - b)
      .map((picked) => {
        const index = passages[picked]!.sentences.reduce((best, one) =>
          scores[one]! > scores[best]! ? one : best,
        );
        const { segment, speaker, at, text } = sentences[index]!;
        return { segment, sentence: text, score: passageScores[picked]!, at, speaker };
      }),
    topics: topicsOf(segments, sentences, features, { sense, patterns }),
    decisions: decisions.map((one) => ({ ...quote(one.sentence), about: closing(one) })),
    tasks: tasks.map(given),
    questions: questions.map(({ sentence, isOpen }) => ({ ...quote(sentence), isOpen })),
    figures: [...sentences.keys()]
      .filter((i) => features[i]!.hasFigure && !features[i]!.isQuestion)
      .map(quote),
    dates: sentences.flatMap(({ segment, at, text }, index) =>
      features[index]!.dates.map((date) => ({ segment, at, text: date.text, sentence: text })),
    ),
    claims: [...sentences.keys()]
      .filter((i) => !decided.has(i) && !taskAt.has(i) && isClaim(features[i]!))
      .map(quote),
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

/** Indices of the segments that begin a topic, ascending, without 0. */
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
