import type { SentenceFeatures } from './sentence-features.rules.ts';

type Role = {
  isDecided: boolean;
  isTask: boolean;
  /** Stems of notes and hints. */
  focus: ReadonlySet<string | null>;
};

/** Returns the weight of a sentence by its features, or 0 if no summary should quote it. */
export function salienceOf(sentenceFeatures: SentenceFeatures, { isDecided, isTask, focus }: Role): number {
  const length = sentenceFeatures.stems.length;
  if ((length < 2 && !isDecided) || sentenceFeatures.isRhetorical) return 0;
  let worth = Math.min(1, length / 8);
  if (isDecided) worth += 1;
  if (isTask) worth += 0.45;
  if (sentenceFeatures.hasFigure) worth += 0.9;
  if (sentenceFeatures.dates.length > 0) worth += 0.25;
  if (sentenceFeatures.isImportant) worth += 0.35;
  if (sentenceFeatures.isPersonal) worth -= 0.2;
  if (sentenceFeatures.isQuestion) worth -= 0.4;
  if (sentenceFeatures.isHousekeeping) worth -= 0.35;
  const focused = sentenceFeatures.stems.filter((stem) => focus.has(stem)).length;
  worth += Math.min(0.4, focused * 0.15);
  return Math.max(0, worth);
}

type PassageRole = {
  features: readonly SentenceFeatures[];
  letters: number;
  isDecided: boolean;
  isTask: boolean;
  /** Highest centrality of the passage's sentences, 0 to 1. */
  central: number;
  focus: ReadonlySet<string | null>;
  /** Position of the passage in the transcript: 0 is the beginning, 1 the end. */
  position: number;
};

/**
 * Returns the estimated probability that a minute taker would quote a passage, 0 to 1. It is a logistic regression with
 * rounded weights, fitted to the conversations of `dev` (bench/summary/corpus). For the training, half of the decisions
 * were made wrong, as they are in conversations that the rules were not written for. The weight of the length is a
 * quarter above the fitted one.
 */
export function passageSalience(role: PassageRole): number {
  const { features, letters, isDecided, isTask, central, focus, position } = role;
  const some = (is: (sentenceFeatures: SentenceFeatures) => boolean) => (features.some(is) ? 1 : 0);
  const stems = features.flatMap((sentenceFeatures) => sentenceFeatures.stems);
  if ((stems.length < 2 && !isDecided) || features.every((sentenceFeatures) => sentenceFeatures.isRhetorical))
    return 0;
  const focused = stems.filter((stem) => focus.has(stem)).length;
  const sum =
    -6 +
    0.5 * Math.sqrt(letters) +
    (isDecided ? 1.1 : 0) +
    (isTask ? 0.25 : 0) +
    1.2 * some((sentenceFeatures) => sentenceFeatures.hasFigure) +
    1.1 * some((sentenceFeatures) => sentenceFeatures.dates.length > 0) +
    0.55 * some((sentenceFeatures) => sentenceFeatures.isImportant) -
    0.45 * some((sentenceFeatures) => sentenceFeatures.isPersonal) -
    0.4 * some((sentenceFeatures) => sentenceFeatures.isHousekeeping) -
    (features.every((sentenceFeatures) => sentenceFeatures.isQuestion) ? 0.9 : 0) -
    (position < 0.04 ? 0.8 : 0) +
    0.75 * central +
    Math.min(1.5, 0.5 * focused);
  return 1 / (1 + Math.exp(-sum));
}
