import type { Act } from './sentence-features.rules.ts';
import type { Ear } from './cue-patterns.rules.ts';
import { has, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import type { Sentence } from './sentences.rules.ts';

export type FoundDecision = {
  sentence: number;
  /** What it is about, where the sentence alone does not tell: the proposal before it. */
  about: number | null;
};

/** Words of its own, fewer of which leave open what was decided. */
const tellingStems = 3;
const proposalReach = 14;

/** Sentences that settle something. What is put off, asked, or only supposed is none. */
export function decisionsIn(sentences: readonly Sentence[], acts: readonly Act[], ear: Ear): FoundDecision[] {
  const found: FoundDecision[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const act = acts[index]!;
    const text = plainApostrophes(sentence.text);
    if (act.isQuestion) continue;
    const isDecided = has(ear.decided, text) || isMeant(index, { sentences, acts, ear });
    const isSettled = has(ear.settled, text);
    const concludes = !isDecided && !isSettled && concludesHere(index, sentences, acts, ear);
    if (!(isDecided || isSettled || concludes) || has(ear.undecided, text)) continue;
    if (concludes) {
      found.push({ sentence: index, about: null });
      continue;
    }
    const tells = act.stems.length >= tellingStems;
    const about = tells && !(isSettled && !isDecided) ? null : proposalBefore(index, sentences, acts, ear);
    // agreeing with nothing that was proposed settles nothing
    if (!isDecided && about === null) continue;
    // "Agreed." alone: nobody could tell with what
    if (act.words.length < 3 && about === null && isAlone(index, sentences)) continue;
    const last = found.at(-1);
    // the same turn says it twice: what tells more stays
    if (last && sentences[last.sentence]!.turn === sentence.turn) {
      if (acts[last.sentence]!.stems.length >= act.stems.length) continue;
      found.pop();
    }
    found.push({ sentence: index, about });
  }
  return found;
}

type Scene = { sentences: readonly Sentence[]; acts: readonly Act[]; ear: Ear };

/** What a group does, or what happens to something: a decision where the turns around say so. */
function isMeant(index: number, scene: Scene): boolean {
  const { sentences, acts, ear } = scene;
  const act = acts[index]!;
  const text = plainApostrophes(sentences[index]!.text);
  if (act.stems.length < 1 || act.isHousekeeping || has(ear.notTask, text) || has(ear.commits, text))
    return false;
  const answer = answerTo(index, scene);
  if (answer === 'refused') return false;
  if (answer === 'consented') return true;
  const resolves = has(ear.resolves, text);
  // what is only proposed is decided by whoever agrees
  if (has(ear.proposed, text) || has(ear.refuses, text)) return false;
  if (act.isPersonal || act.words.length < 3 || !(resolves || has(ear.ordains, text))) return false;
  const reasons = [
    has(ear.concludes, text),
    has(ear.binds, text),
    answer === 'agreed',
    wasProposed(index, scene),
  ].filter(Boolean).length;
  return reasons >= (resolves ? 1 : 2);
}

const shortAnswerWords = 9;

/** What follows: nobody objects when asked, the next one is glad of it, or will not have it. */
function answerTo(index: number, { sentences, acts, ear }: Scene): 'consented' | 'agreed' | 'refused' | null {
  const { turn } = sentences[index]!;
  const after = sentences[index + 1];
  const asks =
    after?.turn === turn && acts[index + 1]!.isQuestion && has(ear.consent, plainApostrophes(after.text));
  let next = index + 1;
  while (sentences[next]?.turn === turn) next++;
  const reply = sentences[next];
  if (!reply || reply.turn > turn + 1) return null;
  const text = plainApostrophes(reply.text);
  if (has(ear.refuses, text) && !asks) return 'refused';
  if (asks)
    return acts[next]!.words.length <= shortAnswerWords && !acts[next]!.isQuestion ? 'consented' : null;
  // only what was said last is what is agreed to
  const isLast = next === index + 1;
  return isLast && acts[next]!.words.length <= shortAnswerWords && has(ear.agrees, text) ? 'agreed' : null;
}

const nearTurns = 2;

/** Somebody else put something to the others just before. */
function wasProposed(index: number, { sentences, acts, ear }: Scene): boolean {
  const { turn } = sentences[index]!;
  for (let i = index - 1; i >= 0 && sentences[i]!.turn >= turn - nearTurns; i--)
    if (
      sentences[i]!.turn !== turn &&
      acts[i]!.stems.length >= 2 &&
      has(ear.proposed, plainApostrophes(sentences[i]!.text))
    )
      return true;
  return false;
}

const isAlone = (index: number, sentences: readonly Sentence[]) =>
  sentences[index - 1]?.turn !== sentences[index]!.turn &&
  sentences[index + 1]?.turn !== sentences[index]!.turn;

/** "Good, then Anna stays on": a turn that begins so, after something was put to the others. */
function concludesHere(
  index: number,
  sentences: readonly Sentence[],
  acts: readonly Act[],
  ear: Ear,
): boolean {
  const isFirst = sentences[index - 1]?.turn !== sentences[index]!.turn;
  const act = acts[index]!;
  if (!isFirst || act.opensTopic || act.isPersonal || act.stems.length < tellingStems) return false;
  const text = plainApostrophes(sentences[index]!.text);
  if (!has(ear.concludes, text) || has(ear.notTask, text) || has(ear.commits, text)) return false;
  return proposalBefore(index, sentences, acts, ear) !== null;
}

function proposalBefore(
  index: number,
  sentences: readonly Sentence[],
  acts: readonly Act[],
  ear: Ear,
): number | null {
  for (let i = index - 1; i >= 0 && i >= index - proposalReach; i--) {
    if (acts[i]!.opensTopic && acts[i]!.stems.length < tellingStems) return null;
    if (acts[i]!.stems.length >= 2 && has(ear.proposed, plainApostrophes(sentences[i]!.text))) return i;
  }
  return null;
}
