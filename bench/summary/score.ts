/** Compares findings with marks. A finding is correct if one of its source segments is a place of a mark. */
import type { TextLanguage } from '#api/contract/option.ts';
import type { Conversation, DateMark, Task } from './corpus.ts';

/** Source segments of a finding. */
export type Place = { segments: readonly string[] };
export type FoundTask = Place & { who: string | null; due: string | null };
type FoundDate = { segment: string; text: string };
/** What an engine has found. `key` contains ids of segments. */
export type Found = {
  key: string[];
  decisions: Place[];
  tasks: FoundTask[];
  dates: FoundDate[];
  questions: Place[];
};

/**
 * `right` of `found` findings are correct, and `hit` of `marked` marks are found. Counts of several files can be added.
 */
type Count = { found: number; right: number; marked: number; hit: number };
/** Of the tasks found (`of`), `who` have the correct person and `due` the correct deadline. */
export type TaskCount = Count & { of: number; who: number; due: number };
export type Counts = {
  key: Count;
  decisions: Count;
  tasks: TaskCount;
  dates: Count;
  questions: Count;
};
export type Measured = keyof Counts;
export const measured = ['key', 'decisions', 'tasks', 'dates', 'questions'] as const satisfies Measured[];

/** `precisionOf` returns null if nothing was found, `recallOf` if nothing is marked. */
export const precisionOf = ({ found, right }: Count): number | null => (found === 0 ? null : right / found);
export const recallOf = ({ marked, hit }: Count): number | null => (marked === 0 ? null : hit / marked);

/** Returns the harmonic mean of precision and recall, or 0 if nothing is correct. */
export function f1Of(count: Count): number {
  const [precision, recall] = [precisionOf(count) ?? 0, recallOf(count) ?? 0];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

export const sumOf = (counts: readonly Count[]): Count => ({
  found: counts.reduce((sum, { found }) => sum + found, 0),
  right: counts.reduce((sum, { right }) => sum + right, 0),
  marked: counts.reduce((sum, { marked }) => sum + marked, 0),
  hit: counts.reduce((sum, { hit }) => sum + hit, 0),
});

const meet = (one: Place, other: Place): boolean =>
  one.segments.some((segment) => other.segments.includes(segment));

/** Counts correct findings and found marks. Findings with the same segments count once. */
export function countPlaces(found: readonly Place[], marks: readonly Place[]): Count {
  const once = [...new Map(found.map((place) => [place.segments.join(' '), place])).values()];
  return {
    found: once.length,
    right: once.filter((place) => marks.some((mark) => meet(place, mark))).length,
    marked: marks.length,
    hit: marks.filter((mark) => once.some((place) => meet(place, mark))).length,
  };
}

/** Stop words in dates and names: articles, prepositions, titles. */
const empty = new Set(
  (
    'der die das dem den des am im in an auf bis zum zur um vor nach ab und mit seit von vom uhr noch gegen herr frau ' +
    'the of on at by in to before after until till from since and next a an mr mrs ms dr prof sister nurse ' +
    'le la les l d au aux du de des à en dans pour avant après vers dès ici et jusqu dre mme m monsieur madame ' +
    'il lo la i gli le un una di a da in per entro fra tra al alle all allo alla dal dalle del della dell fino ' +
    'verso e signor signora dottor dottoressa ingegner maestra suor'
  ).split(' '),
);

const split = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words without stop words, but at least one word. */
function wordsOf(text: string): string[] {
  const words = split(text);
  const full = words.filter((word) => !empty.has(word));
  return full.length > 0 ? full : words;
}

const shares = (a: string, b: string): boolean => {
  const other = new Set(wordsOf(b));
  return wordsOf(a).some((word) => other.has(word));
};

/** Whether one text contains all words of the other: "bis Mitte April" and "Mitte April, spätestens". */
function isSameTime(a: string, b: string): boolean {
  const [one, other] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  return [...one].every((word) => other.has(word)) || [...other].every((word) => one.has(word));
}

const isNobody = (who: string | null): boolean => who === null || who.trim() === '';

function isRightPerson(found: FoundTask, task: Task, speakers: Conversation['speakers']): boolean {
  if (isNobody(found.who)) return task.who.length === 0;
  const name = speakers[found.who!]?.name ?? found.who!;
  return task.who.some((who) => shares(who, name));
}

function isRightDue(found: FoundTask, task: Task): boolean {
  if (isNobody(found.due)) return task.due === null;
  return task.due !== null && isSameTime(found.due!, task.due);
}

export function countTasks(
  found: readonly FoundTask[],
  tasks: readonly Task[],
  speakers: Conversation['speakers'],
): TaskCount {
  const count = countPlaces(found, tasks);
  const about = tasks.map((task) => ({ task, found: found.filter((place) => meet(place, task)) }));
  const met = about.filter(({ found }) => found.length > 0);
  return {
    ...count,
    of: met.length,
    who: met.filter(({ task, found }) => found.some((one) => isRightPerson(one, task, speakers))).length,
    due: met.filter(({ task, found }) => found.some((one) => isRightDue(one, task))).length,
  };
}

const today: Record<TextLanguage, RegExp> = {
  de: /^(ab )?heute$/i,
  en: /^today$/i,
  fr: /^(d[èe]s )?aujourd.hui$/i,
  it: /^(da )?oggi$/i,
};

/** Counts dates. A date is correct if it shares a word with a mark of its segment. */
export function countDates(
  found: readonly FoundDate[],
  marks: readonly DateMark[],
  language: TextLanguage,
): Count {
  const isAbout = (date: FoundDate, mark: DateMark) =>
    date.segment === mark.segment && shares(date.text, mark.text);
  const needed = marks.filter(({ isOptional }) => !isOptional);
  const right = found.filter((date) => needed.some((mark) => isAbout(date, mark)));
  const wrong = found.filter(
    (date) => !today[language].test(date.text.trim()) && !marks.some((mark) => isAbout(date, mark)),
  );
  const hit = needed.filter((mark) => found.some((date) => isAbout(date, mark)));
  return {
    found: right.length + wrong.length,
    right: right.length,
    marked: needed.length,
    hit: hit.length,
  };
}

export function countFound(found: Found, { marks, speakers, language }: Conversation): Counts {
  const each = (segments: readonly string[]) => segments.map((segment) => ({ segments: [segment] }));
  return {
    key: countPlaces(each(found.key), each(marks.key)),
    decisions: countPlaces(found.decisions, marks.decisions),
    tasks: countTasks(found.tasks, marks.tasks, speakers),
    dates: countDates(found.dates, marks.dates, language),
    questions: countPlaces(found.questions, each(marks.questionsOpen)),
  };
}
