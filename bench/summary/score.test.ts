import { describe, expect, it } from 'vitest';
import { baselines, foundBy } from './baseline.ts';
import { parseConversation, type Task } from './corpus.ts';
import { intervalOf } from './interval.ts';
import { readResults } from './read-result.ts';
import { countDates, countPlaces, countTasks, f1Of, precisionOf, recallOf, type Found } from './score.ts';
import { goalsOf, judge } from './summary-eval.ts';

const at = (...segments: string[]) => ({ segments });
const task = (who: string[], due: string | null): Task => ({ ...at('s1', 's2'), who, what: 'x', due });
const speakers = { A: { name: 'Frau Dr. Ruth Keller' }, B: { name: 'Herr Meier' } };

describe('places', () => {
  it('are right where one of the segments of a mark is named', () => {
    const count = countPlaces([at('s2'), at('s9')], [at('s1', 's2'), at('s3')]);
    expect(count).toEqual({ found: 2, right: 1, marked: 2, hit: 1 });
    expect([precisionOf(count), recallOf(count), f1Of(count)]).toEqual([0.5, 0.5, 0.5]);
  });

  it('that are named twice count once, and two of one mark find it once', () => {
    expect(countPlaces([at('s1'), at('s1'), at('s2')], [at('s1', 's2')])).toEqual({
      found: 2,
      right: 2,
      marked: 1,
      hit: 1,
    });
  });

  it('have no precision where nothing was found, and then an F1 of 0', () => {
    const count = countPlaces([], [at('s1')]);
    expect(precisionOf(count)).toBeNull();
    expect(recallOf(countPlaces([at('s1')], []))).toBeNull();
    expect(f1Of(count)).toBe(0);
  });
});

describe('tasks', () => {
  const judged = (who: string | null, due: string | null, marked: Task) =>
    countTasks([{ ...at('s2'), who, due }], [marked], speakers);

  it.each([
    ['a part of the name', 'Keller', 1],
    ['the key of the speaker', 'A', 1],
    ['a title alone', 'Frau', 0],
    ['somebody else', 'Meier', 0],
    ['nobody', null, 0],
  ])('have the right person by %s', (_, who, right) => {
    expect(judged(who, null, task(['Frau Dr. Ruth Keller'], null)).who).toBe(right);
  });

  it('without a person are right only where the mark has none', () => {
    expect(judged(null, null, task([], null)).who).toBe(1);
    expect(judged('Meier', null, task([], null)).who).toBe(0);
  });

  it.each([
    ['bis Mitte April', 'Mitte April', 1],
    ['am 12. April', 'bis Mitte April', 0],
    [null, 'bis Mitte April', 0],
    [null, null, 1],
    ['morgen', null, 0],
  ])('%s is compared with %s', (found, marked, right) => {
    expect(judged('A', found, task([], marked)).due).toBe(right);
  });

  it('that were not found say nothing about who and when', () => {
    expect(countTasks([], [task([], null)], speakers)).toMatchObject({ of: 0, who: 0, due: 0, marked: 1 });
  });
});

describe('dates', () => {
  const marks = [
    { segment: 's1', text: 'am Montag, 12. März, um 19 Uhr', isOptional: false },
    { segment: 's2', text: 'jeden Sonntag', isOptional: true },
  ];

  it('are right by a word that they share with a mark of their segment', () => {
    const found = [
      { segment: 's1', text: '12. März' },
      { segment: 's1', text: 'um 19 Uhr' },
      { segment: 's3', text: '12. März' },
    ];
    expect(countDates(found, marks, 'de')).toEqual({ found: 3, right: 2, marked: 1, hit: 1 });
  });

  it('do not meet in words such as "on" or "at"', () => {
    expect(countDates([{ segment: 's1', text: 'um acht Uhr' }], marks, 'de').right).toBe(0);
  });

  it('that may be taken for one or not, and today, count neither way', () => {
    const found = [
      { segment: 's2', text: 'Sonntag' },
      { segment: 's4', text: 'heute' },
    ];
    expect(countDates(found, marks, 'de')).toEqual({ found: 0, right: 0, marked: 1, hit: 0 });
  });
});

const words = ['one two three four five six', 'one two', 'one', 'one two three', 'one two three four', 'one'];
const conversation = parseConversation(
  'en-dev-9',
  [
    'title: Talk',
    'A = Ann',
    'B = Bob',
    '',
    `A: ${words[0]} {key}`,
    `B: ${words[1]} [Friday] {key; d1: x}`,
    ...words.slice(2).map((text) => `A: ${text}`),
    'B: {t1: B | x | -; open}',
  ].join('\n'),
);
const whole: Found = {
  key: ['s1', 's2'],
  decisions: [at('s2')],
  tasks: [{ ...at('s7'), who: 'B', due: null }],
  dates: [{ segment: 's2', text: 'Friday' }],
  questions: [at('s7')],
};

describe('a baseline', () => {
  const byName = Object.fromEntries(baselines.map((one) => [one.name, one.orders(conversation)]));

  it('takes as many segments, or as many words, as the engine', () => {
    const like = { ...whole, key: ['s1', 's3'] };
    const order = ['s6', 's5', 's4', 's2', 's1'];
    expect(foundBy(order, like, conversation, 'segments').key).toEqual(['s6', 's5']);
    expect(foundBy(order, like, conversation, 'words').key).toEqual(['s6', 's5', 's4']);
  });

  it('takes the first, the longest, or 200 orders that differ and hold all', () => {
    expect(byName['first']![0]!.slice(0, 2)).toEqual(['s1', 's2']);
    expect(byName['longest']![0]![0]).toBe('s1');
    expect(byName['random']).toHaveLength(200);
    expect(new Set(byName['random']!.map((order) => order.join(''))).size).toBeGreaterThan(190);
    for (const order of byName['random']!)
      expect(order.toSorted()).toEqual(conversation.segments.map(({ id }) => id));
  });

  it('chosen at random finds on average what is there by share', async () => {
    const { baseline } = await judge({ find: async () => whole }, conversation);
    // Choosing 2 of 7 segments, 2 of them marked: hypergeometric mean 2/7.
    expect(baseline.segments.random.key).toBeGreaterThan(2 / 7 - 0.08);
    expect(baseline.segments.random.key).toBeLessThan(2 / 7 + 0.08);
  });
});

describe('an engine', () => {
  it('that finds all is perfect, one that finds nothing is worth nothing', async () => {
    const best = await judge({ find: async () => whole }, conversation);
    expect(best.f1).toEqual({ key: 1, decisions: 1, tasks: 1, dates: 1, questions: 1 });
    const none = { key: [], decisions: [], tasks: [], dates: [], questions: [] };
    const worst = await judge({ find: async () => none }, conversation);
    expect(worst.f1).toEqual({ key: 0, decisions: 0, tasks: 0, dates: 0, questions: 0 });
  });

  it('must be better than the first segments, not as good', async () => {
    const first = { ...whole, key: ['s1', 's2', 's3'], decisions: [at('s1'), at('s2')] };
    const failed = async (found: Found) =>
      goalsOf([await judge({ find: async () => found }, conversation)], 'en')
        .filter(({ met }) => !met)
        .map(({ name }) => name);
    expect(await failed(first)).toEqual(['en key: F1 beside first', 'en decisions: F1 beside first']);
    expect(await failed({ ...whole, key: [] })).toEqual([
      'en key: F1 beside first',
      'en key: F1 beside random',
    ]);
  });

  it('that writes is judged by the sources of its statements', () => {
    const sources = [
      { n: 1, segment: 's4', at: 1 },
      { n: 2, segment: 's2', at: 2 },
    ];
    const minutes = [
      '## Decisions\n\n- We meet. [1, 2]\n- Without a source. [?]',
      '## Tasks\n\n- [ ] **Bob:** Book a room (due: Friday) [2]',
      '## Open points\n\n- Where? [1]',
    ].join('\n\n');
    const found = readResults({ text: 'We met. [2]', sources }, { text: minutes, sources }, 'en');
    expect(found).toEqual({
      key: ['s2'],
      decisions: [at('s4', 's2')],
      tasks: [{ ...at('s2'), who: 'Bob', due: 'Friday' }],
      dates: [],
      questions: [at('s4')],
    });
  });
});

describe('the interval', () => {
  it('holds the figure, is the same each time, and is a point where all files are alike', () => {
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
    const [low, high] = intervalOf([0, 0.2, 0.4, 0.6, 0.8], mean);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(0.4);
    expect(high).toBeGreaterThan(0.4);
    expect(high).toBeLessThan(0.8);
    expect(intervalOf([0, 0.2, 0.4, 0.6, 0.8], mean)).toEqual([low, high]);
    expect(intervalOf([0.5, 0.5], mean)).toEqual([0.5, 0.5]);
  });
});
