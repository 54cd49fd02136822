import type { SentenceFeatures } from './sentence-features.rules.ts';
import type { CuePatterns } from './cue-patterns.rules.ts';
import { has, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import type { Sentence } from './sentences.rules.ts';

type FoundDecision = {
  sentence: number;
  /** Index of the sentence with the proposal that the decision accepts; null if the decision is clear without it. */
  about: number | null;
};

/** A sentence with fewer content words does not tell what was decided. */
const tellingStems = 3;
const proposalReach = 14;

/** Finds decisions. Postponements, questions and suppositions do not count. */
export function decisionsIn(
  sentences: readonly Sentence[],
  features: readonly SentenceFeatures[],
  patterns: CuePatterns,
): FoundDecision[] {
  const found: FoundDecision[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const sentenceFeatures = features[index]!;
    const text = plainApostrophes(sentence.text);
    if (sentenceFeatures.isQuestion) continue;
    const isDecided = has(patterns.decided, text) || isMeant(index, { sentences, features, patterns });
    const isSettled = has(patterns.settled, text);
    const concludes = !isDecided && !isSettled && concludesHere(index, sentences, features, patterns);
    if (!(isDecided || isSettled || concludes) || has(patterns.undecided, text)) continue;
    if (concludes) {
      found.push({ sentence: index, about: null });
      continue;
    }
    const tells = sentenceFeatures.stems.length >= tellingStems;
    const about =
      tells && !(isSettled && !isDecided) ? null : proposalBefore(index, sentences, features, patterns);
    // Agreement without a proposal decides nothing.
    if (!isDecided && about === null) continue;
    // "Agreed." alone refers to nothing.
    if (sentenceFeatures.words.length < 3 && about === null && isAlone(index, sentences)) continue;
    const last = found.at(-1);
    // Of two decisions in a turn, the one with more content stays.
    if (last && sentences[last.sentence]!.turn === sentence.turn) {
      if (features[last.sentence]!.stems.length >= sentenceFeatures.stems.length) continue;
      found.pop();
    }
    found.push({ sentence: index, about });
  }
  return found;
}

type Scene = { sentences: readonly Sentence[]; features: readonly SentenceFeatures[]; patterns: CuePatterns };

/** Whether an action of the group or an event is a decision, judged by the turns around it. */
function isMeant(index: number, scene: Scene): boolean {
  const { sentences, features, patterns } = scene;
  const sentenceFeatures = features[index]!;
  const text = plainApostrophes(sentences[index]!.text);
  if (
    sentenceFeatures.stems.length < 1 ||
    sentenceFeatures.isHousekeeping ||
    has(patterns.notTask, text) ||
    has(patterns.commits, text)
  )
    return false;
  const answer = answerTo(index, scene);
  if (answer === 'refused') return false;
  if (answer === 'consented') return true;
  const resolves = has(patterns.resolves, text);
  // A proposal is not a decision itself: the sentence that agrees to it is.
  if (has(patterns.proposed, text) || has(patterns.refuses, text)) return false;
  if (
    sentenceFeatures.isPersonal ||
    sentenceFeatures.words.length < 3 ||
    !(resolves || has(patterns.ordains, text))
  )
    return false;
  const reasons = [
    has(patterns.concludes, text),
    has(patterns.binds, text),
    answer === 'agreed',
    wasProposed(index, scene),
  ].filter(Boolean).length;
  return reasons >= (resolves ? 1 : 2);
}

const shortAnswerWords = 9;

/**
 * Returns how the next speaker reacts to a sentence: `consented` (was asked for objections and has none), `agreed` or
 * `refused`. Returns null for any other reaction.
 */
function answerTo(
  index: number,
  { sentences, features, patterns }: Scene,
): 'consented' | 'agreed' | 'refused' | null {
  const { turn } = sentences[index]!;
  const after = sentences[index + 1];
  const asks =
    after?.turn === turn &&
    features[index + 1]!.isQuestion &&
    has(patterns.consent, plainApostrophes(after.text));
  let next = index + 1;
  while (sentences[next]?.turn === turn) next++;
  const reply = sentences[next];
  if (!reply || reply.turn > turn + 1) return null;
  const text = plainApostrophes(reply.text);
  if (has(patterns.refuses, text) && !asks) return 'refused';
  if (asks)
    return features[next]!.words.length <= shortAnswerWords && !features[next]!.isQuestion
      ? 'consented'
      : null;
  // Agreement refers only to the last sentence before it.
  const isLast = next === index + 1;
  return isLast && features[next]!.words.length <= shortAnswerWords && has(patterns.agrees, text)
    ? 'agreed'
    : null;
}

const nearTurns = 2;

function wasProposed(index: number, { sentences, features, patterns }: Scene): boolean {
  const { turn } = sentences[index]!;
  for (let i = index - 1; i >= 0 && sentences[i]!.turn >= turn - nearTurns; i--)
    if (
      sentences[i]!.turn !== turn &&
      features[i]!.stems.length >= 2 &&
      has(patterns.proposed, plainApostrophes(sentences[i]!.text))
    )
      return true;
  return false;
}

const isAlone = (index: number, sentences: readonly Sentence[]) =>
  sentences[index - 1]?.turn !== sentences[index]!.turn &&
  sentences[index + 1]?.turn !== sentences[index]!.turn;

/** Whether a turn concludes a discussion, such as "Good, then Anna stays on" after a proposal. */
function concludesHere(
  index: number,
  sentences: readonly Sentence[],
  features: readonly SentenceFeatures[],
  patterns: CuePatterns,
): boolean {
  const isFirst = sentences[index - 1]?.turn !== sentences[index]!.turn;
  const sentenceFeatures = features[index]!;
  if (
    !isFirst ||
    sentenceFeatures.opensTopic ||
    sentenceFeatures.isPersonal ||
    sentenceFeatures.stems.length < tellingStems
  )
    return false;
  const text = plainApostrophes(sentences[index]!.text);
  if (!has(patterns.concludes, text) || has(patterns.notTask, text) || has(patterns.commits, text))
    return false;
  return proposalBefore(index, sentences, features, patterns) !== null;
}

function proposalBefore(
  index: number,
  sentences: readonly Sentence[],
  features: readonly SentenceFeatures[],
  patterns: CuePatterns,
): number | null {
  for (let i = index - 1; i >= 0 && i >= index - proposalReach; i--) {
    if (features[i]!.opensTopic && features[i]!.stems.length < tellingStems) return null;
    if (features[i]!.stems.length >= 2 && has(patterns.proposed, plainApostrophes(sentences[i]!.text)))
      return i;
  }
  return null;
}
