import type { Act } from './acts.rules.ts';
import type { Ear } from './ear.rules.ts';
import { has, plainApostrophes } from './pattern.rules.ts';
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
    const isDecided = has(ear.decided, text);
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
