import type { SentenceFeatures } from './sentence-features.rules.ts';
import { dueIn } from './dates.rules.ts';
import type { CuePatterns } from './cue-patterns.rules.ts';
import { has, lower, plainApostrophes, whereIs } from '#api/engines/text/extract/cue/pattern.rules.ts';
import { subjectBefore, type People } from './people.rules.ts';
import type { Sentence } from './sentences.rules.ts';

type FoundTask = {
  sentence: number;
  /** Name of the person who has the task, or the key of a speaker without a name; null if nobody was named. */
  who: string | null;
  /** Key of the speaker who has the task; null if that person is no speaker. */
  speaker: string | null;
  due: string | null;
};

type Task = FoundTask & { kind: 'commits' | 'asks' | 'assigns' | 'musts' };
type Scene = {
  sentences: readonly Sentence[];
  features: readonly SentenceFeatures[];
  patterns: CuePatterns;
  people: People;
};

/** Number of turns within which a request may be answered. */
const answerReach = 3;
/** An answer with fewer content words is only a yes. */
const tellingStems = 3;

export function tasksIn(scene: Scene): FoundTask[] {
  const found: Task[] = [];
  for (const index of scene.sentences.keys()) {
    const task = taskOf(index, scene);
    const last = found.at(-1);
    if (last) {
      const gap = scene.sentences[index]!.turn - scene.sentences[last.sentence]!.turn;
      if (gap > 0 && gap <= answerReach && takesUp(last, task, index, scene)) continue;
      if (task && gap === 0 && isSame(last, task)) {
        last.due ??= task.due;
        continue;
      }
    }
    if (task) found.push(task);
  }
  return found.map(({ sentence, who, speaker, due }) => ({ sentence, who, speaker, due }));
}

const isSame = (a: Task, b: Task) => a.who === b.who && (a.due === null || b.due === null || a.due === b.due);

/**
 * Whether a sentence answers the last task: the person who was asked accepts, perhaps with a deadline or in clearer
 * words, or somebody takes on a task without an owner. If so, the last task is completed.
 */
function takesUp(
  last: Task,
  task: Task | null,
  index: number,
  { sentences, features, patterns, people }: Scene,
): boolean {
  const { speaker, text } = sentences[index]!;
  const isYes = has(patterns.accepts, plainApostrophes(text));
  if (last.speaker === null) {
    const commits = isYes || task?.kind === 'commits';
    if (last.kind !== 'musts' || !commits || features[index]!.stems.length >= tellingStems) return false;
    last.speaker = speaker;
    last.who = people.nameOf(speaker) || speaker;
    last.due ??= task?.due ?? dueIn(text, patterns);
    return true;
  }
  if (last.kind !== 'asks' || last.speaker !== speaker) return false;
  if (task?.kind !== 'commits') return isYes && task === null;
  if (features[last.sentence]!.isQuestion && features[index]!.stems.length >= tellingStems) {
    // The wording of the person who does it is clearer than "could you …?".
    last.sentence = index;
    last.due = task.due ?? last.due;
    return true;
  }
  if (!isYes && features[index]!.stems.length >= tellingStems) return false;
  last.due ??= task.due;
  return true;
}

function taskOf(index: number, scene: Scene): Task | null {
  const { sentences, features, patterns, people } = scene;
  const sentence = sentences[index]!;
  const sentenceFeatures = features[index]!;
  const text = plainApostrophes(sentence.text);
  if (sentenceFeatures.words.length < 3 || has(patterns.notTask, text)) return null;
  const hasDue = dueNear(index, scene) !== null;
  const make = (kind: Task['kind'], speaker: string | null, from: number, who?: string): Task => ({
    sentence: index,
    kind,
    who: speaker === null ? (who ?? null) : people.nameOf(speaker) || speaker,
    speaker,
    due: dueNear(index, scene, from),
  });
  /** Returns the index of the sure pattern, or −1. If the sentence has a deadline, the unsure pattern is enough. */
  const find = (sure: RegExp, unsure: RegExp) => {
    const at = whereIs(sure, text);
    return at < 0 && hasDue ? whereIs(unsure, text) : at;
  };

  const commits = sentenceFeatures.isQuestion ? -1 : find(patterns.commits, patterns.mayCommit);
  const asks = find(patterns.asks, patterns.mayAsk);
  const musts = whereIs(sentenceFeatures.isQuestion ? patterns.anyone : patterns.musts, text);
  if (commits >= 0 && (asks < 0 || commits <= asks)) return make('commits', sentence.speaker, commits);
  if (musts >= 0 && (asks < 0 || musts <= asks)) return make('musts', null, musts);
  const given = sentenceFeatures.isQuestion ? null : assigned(text, hasDue, scene);
  // "Ms Ott sends" is about her; "Ben, send" is addressed to him.
  const isTold = given !== null && !text.slice(0, given.at).includes(',');
  if (asks >= 0 && !isTold) return make('asks', addressee(index, scene), asks);
  const called = calledUpon(sentence.text, people);
  if (
    called !== null &&
    called !== sentence.speaker &&
    !sentenceFeatures.isRhetorical &&
    has(patterns.please, text)
  )
    return make('asks', called, 0);
  const volunteer =
    sentenceFeatures.isQuestion && has(patterns.whoAsks, text) ? whoAnswers(index, scene) : null;
  if (volunteer !== null) return make('commits', volunteer, 0);
  return given && make('assigns', people.speakerIn(given.name), given.at, given.name);
}

/**
 * Returns the speaker who is addressed in "Ben, …" or "…, Ben", where a comma separates the name; null if there is
 * none.
 */
function calledUpon(text: string, people: People): string | null {
  const parts = text.split(/,|[.?!]+$/).map((part) => part.trim());
  for (const part of parts)
    if (part.split(/\s+/).length <= 2) {
      const speaker = people.speakerIn(part);
      if (speaker) return speaker;
    }
  return null;
}

const selfAnswerWords = 6;

function whoAnswers(index: number, { sentences, features, patterns }: Scene): string | null {
  const next = sentences[index + 1];
  if (!next || next.speaker === sentences[index]!.speaker) return null;
  const isSelf =
    features[index + 1]!.words.length <= selfAnswerWords &&
    has(patterns.selfAnswers, plainApostrophes(next.text));
  return isSelf ? next.speaker : null;
}

/**
 * Returns the deadline in the sentence, or in the next sentence of the same turn if that is short; null if there is
 * none.
 */
function dueNear(index: number, { sentences, features, patterns }: Scene, from = 0): string | null {
  const due = dueIn(sentences[index]!.text, patterns, from);
  if (due !== null) return due;
  const next = sentences[index + 1];
  if (next?.turn !== sentences[index]!.turn || features[index + 1]!.words.length > 7) return null;
  return dueIn(next.text, patterns);
}

/**
 * Returns the speaker whom a turn addresses: the one named in it, else the next speaker, else the one before; null if
 * there is none.
 */
function addressee(index: number, { sentences, people }: Scene): string | null {
  const { turn, speaker } = sentences[index]!;
  for (let i = index; i >= 0 && sentences[i]!.turn === turn; i--) {
    const named = people.speakerIn(sentences[i]!.text);
    if (named && named !== speaker) return named;
  }
  for (let i = index + 1; i < sentences.length && sentences[i]!.turn <= turn + 2; i++)
    if (sentences[i]!.speaker !== speaker) return sentences[i]!.speaker;
  for (let i = index - 1; i >= 0 && sentences[i]!.turn >= turn - 2; i--)
    if (sentences[i]!.speaker !== speaker) return sentences[i]!.speaker;
  return null;
}

function assigned(
  text: string,
  hasDue: boolean,
  { patterns, people }: Scene,
): { name: string; at: number } | null {
  for (const [pattern, isSure] of [
    [patterns.assigns, true],
    [patterns.mayAssign, false],
  ] as const) {
    for (const { index } of lower(text).matchAll(pattern)) {
      const who = subjectBefore(text.slice(0, index), patterns);
      if (!who) continue;
      const isKnown = people.speakerIn(who.name) !== null || who.isTitled;
      if (isKnown ? isSure || hasDue : isSure && hasDue && !who.isFirst) return { name: who.name, at: index };
    }
  }
  return null;
}
