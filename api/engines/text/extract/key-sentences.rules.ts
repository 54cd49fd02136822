import { passagesOf } from './passages.rules.ts';
import { centralities, pickDiverse, toVectors } from './rank.rules.ts';
import { passageSalience, salienceOf } from './salience.rules.ts';
import type { SentenceFeatures } from './sentence-features.rules.ts';
import type { Sentence } from './sentences.rules.ts';

/** Index of a sentence, and the score of its passage, 0 to 1. */
type KeySentence = { index: number; score: number };

type Facts = {
  sentences: readonly Sentence[];
  features: readonly SentenceFeatures[];
  isDecided(index: number): boolean;
  isTask(index: number): boolean;
  /** Stems of notes and hints. */
  focus: ReadonlySet<string | null>;
  /** Returns the stems within a compound word. If it is undefined, words are not taken apart. */
  compounds: ((stem: string) => readonly string[]) | undefined;
};

const wordsPerKey = 58;
const [fewestKeys, mostKeys] = [5, 15];

/**
 * Picks the best passages that differ from each other, and returns the best sentence of each, in the order of the
 * conversation.
 */
export function keySentences(facts: Facts): KeySentence[] {
  const { sentences, features, isDecided, isTask, focus, compounds } = facts;
  const worth = features.map((sentenceFeatures, index) =>
    salienceOf(sentenceFeatures, { isDecided: isDecided(index), isTask: isTask(index), focus }),
  );
  const central = centralities(
    toVectors(
      features.map(({ stems }) => stems),
      compounds,
    ),
    worth.map((one) => Math.max(0.05, one)),
  );
  const scores = worth.map((one, index) => (one <= 0 ? 0 : one + central[index]! * 0.6));

  const passages = passagesOf(sentences, features);
  const passageScores = passages.map(({ sentences: indices, letters }) =>
    passageSalience({
      features: indices.map((index) => features[index]!),
      letters,
      isDecided: indices.some(isDecided),
      isTask: indices.some(isTask),
      central: Math.max(...indices.map((index) => central[index]!)),
      focus,
      position: indices[0]! / features.length,
    }),
  );
  const passageVectors = toVectors(
    passages.map(({ sentences: indices }) => indices.flatMap((index) => features[index]!.stems)),
    compounds,
  );
  const words = features.reduce((sum, sentenceFeatures) => sum + sentenceFeatures.words.length, 0);
  const count = Math.max(fewestKeys, Math.min(mostKeys, Math.round(words / wordsPerKey)));

  return pickDiverse(passageScores, passageVectors, count)
    .toSorted((a, b) => a - b)
    .map((picked) => ({
      index: passages[picked]!.sentences.reduce((best, one) => (scores[one]! > scores[best]! ? one : best)),
      score: passageScores[picked]!,
    }));
}
