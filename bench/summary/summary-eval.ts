/**
 * Evaluates the engines on conversations in which key segments, decisions, tasks and dates were marked by hand
 * (`corpus.ts`). The baselines have equal length: the first segments, and random ones (mean of 200 seeds). The longest
 * segments are shown too, since length is a strong hint. Goal, on the test set: better than first and random in each
 * language and measure, at equal segments and at equal words. `--only dev`: the development set, with missed and wrong
 * findings.
 */
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import type { Options } from '../main.ts';
import { goal, round, type Goal, type Report } from '../report.ts';
import { baselines, foundBy, type Baseline } from './baseline.ts';
import { readConversations, type Conversation } from './corpus.ts';
import { createExtractFinder, openLlmFinder, type Finder } from './finder.ts';
import { intervalOf } from './interval.ts';
import { printMistakes } from './mistakes.ts';
import {
  countFound,
  f1Of,
  measured,
  precisionOf,
  recallOf,
  sumOf,
  type Counts,
  type Measured,
  type TaskCount,
} from './score.ts';

type Equal = 'segments' | 'words';
/** Scores of a baseline in one conversation: the mean over its orders. */
type Reached = Record<Measured, number>;
export type Judged = {
  of: Conversation;
  counts: Counts;
  /** F1 of the engine, and F1 of each baseline at equal length. */
  f1: Reached;
  baseline: Record<Equal, Record<Baseline['name'], Reached>>;
};

/** Measures in which an engine must beat the baselines. Open questions are only reported. */
const promised = ['key', 'decisions', 'tasks', 'dates'] as const;
const gates = ['first', 'random'] as const;
const lengths = ['segments', 'words'] as const;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const reachedBy = (counts: readonly Counts[]): Reached =>
  Object.fromEntries(measured.map((what) => [what, mean(counts.map((one) => f1Of(one[what])))])) as Reached;

export async function judge(finder: Pick<Finder, 'find'>, of: Conversation): Promise<Judged> {
  const found = await finder.find(of);
  const counts = countFound(found, of);
  const at = (equal: Equal) =>
    Object.fromEntries(
      baselines.map(({ name, orders }) => [
        name,
        reachedBy(orders(of).map((order) => countFound(foundBy(order, found, of, equal), of))),
      ]),
    ) as Record<Baseline['name'], Reached>;
  return {
    of,
    counts,
    f1: reachedBy([counts]),
    baseline: { segments: at('segments'), words: at('words') },
  };
}

const share = (value: number | null): number | string => (value === null ? '–' : Number(value.toFixed(3)));

/** Returns the figures of one measure: counts of all files, interval over files, baselines. */
function figuresOf(judged: readonly Judged[], what: Measured) {
  const count = sumOf(judged.map(({ counts }) => counts[what]));
  const f1 = (some: readonly Judged[]) => mean(some.map((one) => one.f1[what]));
  const beside = (equal: Equal, name: Baseline['name']) =>
    mean(judged.map(({ baseline }) => baseline[equal][name][what]));
  return {
    marked: count.marked,
    found: count.found,
    precision: share(precisionOf(count)),
    recall: share(recallOf(count)),
    f1: share(f1(judged)),
    interval: intervalOf(judged, f1).map(share),
    at_equal_segments: Object.fromEntries(
      baselines.map(({ name }) => [name, share(beside('segments', name))]),
    ),
    at_equal_words: Object.fromEntries(baselines.map(({ name }) => [name, share(beside('words', name))])),
  };
}

function detailOf(judged: readonly Judged[]): { who: number | string; due: number | string } {
  const sum = (pick: (count: TaskCount) => number) =>
    judged.reduce((total, { counts }) => total + pick(counts.tasks), 0);
  const of = sum((count) => count.of);
  return {
    who: share(of === 0 ? null : sum(({ who }) => who) / of),
    due: share(of === 0 ? null : sum(({ due }) => due) / of),
  };
}

const summaryOf = ({ finds }: Pick<Finder, 'finds'>, judged: readonly Judged[]) => ({
  files: judged.length,
  ...Object.fromEntries(finds.map((what) => [what, figuresOf(judged, what)])),
  found_tasks_right: detailOf(judged),
});

/** Returns the goals. The engine must exceed each baseline at the length at which the baseline is better. */
export function goalsOf(judged: readonly Judged[], language: TextLanguage): Goal[] {
  return promised.flatMap((what) => {
    const ours = mean(judged.map(({ f1 }) => f1[what]));
    return gates.map((name) => {
      const beside = Math.max(
        ...lengths.map((equal) => mean(judged.map(({ baseline }) => baseline[equal][name][what]))),
      );
      const { met, ...rest } = goal(`${language} ${what}: F1 beside ${name}`, ours, '', '>=', round(beside));
      return { ...rest, met: met && ours > beside };
    });
  });
}

function rowsOf(
  { name, finds }: Pick<Finder, 'name' | 'finds'>,
  judged: readonly Judged[],
  isEachFile: boolean,
): Report['rows'] {
  const groups: [string, readonly Judged[]][] = [
    ...(isEachFile ? judged.map((one): [string, readonly Judged[]] => [one.of.name, [one]]) : []),
    ...textLanguages.map((language): [string, readonly Judged[]] => [language, of(judged, language)]),
    ['all', judged],
  ];
  return groups
    .filter(([, group]) => group.length > 0)
    .map(([group, judged]) => {
      const row: Report['rows'][number] = { [name]: group };
      for (const what of finds) {
        const count = sumOf(judged.map(({ counts }) => counts[what]));
        row[`${what} P`] = share(precisionOf(count));
        row[`${what} R`] = share(recallOf(count));
      }
      const { who, due } = detailOf(judged);
      return { ...row, who, due };
    });
}

const of = (judged: readonly Judged[], language: TextLanguage) =>
  judged.filter((one) => one.of.language === language);

/** Returns the F1 of the engine and of the baselines, each baseline at the length at which it is better. */
function besideRows({ finds }: Pick<Finder, 'finds'>, judged: readonly Judged[]): Report['rows'] {
  return textLanguages.flatMap((language) =>
    promised
      .filter((what) => finds.includes(what))
      .map((what) => {
        const some = of(judged, language);
        const ours = (part: readonly Judged[]) => mean(part.map(({ f1 }) => f1[what]));
        const row: Report['rows'][number] = {
          F1: `${language} ${what}`,
          engine: share(ours(some)),
          '95 %': intervalOf(some, ours).map(share).join('–'),
        };
        for (const { name } of baselines)
          row[name] = share(
            Math.max(
              ...lengths.map((equal) => mean(some.map(({ baseline }) => baseline[equal][name][what]))),
            ),
          );
        return row;
      }),
  );
}

async function judgeAll(finder: Finder, conversations: readonly Conversation[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  try {
    for (const conversation of conversations) judged.push(await judge(finder, conversation));
  } finally {
    await finder.close();
  }
  return judged;
}

const toFigures = (finder: Finder, judged: readonly Judged[]) => ({
  all: summaryOf(finder, judged),
  ...Object.fromEntries(textLanguages.map((language) => [language, summaryOf(finder, of(judged, language))])),
  per_file: Object.fromEntries(
    judged.map((one) => [
      one.of.name,
      Object.fromEntries(
        finder.finds.map((what) => {
          const count = one.counts[what];
          return [what, { precision: share(precisionOf(count)), recall: share(recallOf(count)) }];
        }),
      ),
    ]),
  ),
});

export async function measure({ only }: Options): Promise<Report> {
  if (only !== null && only !== 'dev') throw new Error('--only takes dev.');
  const conversations = readConversations(only ?? 'test');
  const extract = createExtractFinder();
  if (only === 'dev') await printMistakes(extract, conversations);
  const judged = await judgeAll(extract, conversations);
  const llm = openLlmFinder();
  const byModel = llm && (await judgeAll(llm, conversations));
  const goals = textLanguages.flatMap((language) => goalsOf(of(judged, language), language));
  return {
    name: 'summary',
    rows: rowsOf(extract, judged, true),
    more: [
      besideRows(extract, judged),
      ...(llm && byModel ? [rowsOf(llm, byModel, false), besideRows(llm, byModel)] : []),
    ],
    figures: {
      set: only ?? 'test',
      extract: toFigures(extract, judged),
      ...(llm && byModel && { [llm.name]: toFigures(llm, byModel) }),
    },
    goals,
    isFailed: only === null && goals.some(({ met }) => !met),
  };
}
