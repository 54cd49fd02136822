import { expect, test } from 'vitest';
import { csvName, periodProblem, resultOf, shownCount } from './survey-results.rules.ts';

const totals = [
  { survey_question: 'shown' as const, survey_answer: '', count: 9 },
  { survey_question: 'q1' as const, survey_answer: 'no', count: 1 },
  { survey_question: 'q1' as const, survey_answer: 'yes', count: 3 },
  { survey_question: 'q2' as const, survey_answer: '1h+', count: 2 },
];

test('Answers come in the order of the choices, with their share of all answers to the question', () => {
  expect(resultOf({ totals }, 'q1')).toEqual({
    answers: 4,
    choices: [
      { choice: 'yes', count: 3, share: 0.75 },
      { choice: 'no', count: 1, share: 0.25 },
    ],
  });
  expect(resultOf({ totals }, 'q2').choices.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 2]);
  expect(shownCount({ totals })).toBe(9);
});

test('Without answers every share is none', () => {
  expect(resultOf({ totals: [] }, 'q1')).toEqual({
    answers: 0,
    choices: [
      { choice: 'yes', count: 0, share: 0 },
      { choice: 'no', count: 0, share: 0 },
    ],
  });
  expect(shownCount({ totals: [] })).toBe(0);
});

test('A period has days that exist, in their order; an empty day means no limit', () => {
  expect(periodProblem({ from: '', to: '' })).toBeNull();
  expect(periodProblem({ from: '2026-11-20', to: '2026-11-20' })).toBeNull();
  expect(periodProblem({ from: '2026-11-21', to: '2026-11-20' })).toBe('order');
  expect(periodProblem({ from: '2026-13-01', to: '' })).toBe('day');
  expect(periodProblem({ from: '', to: '20.11.2026' })).toBe('day');
});

test('The file is named by host and period', () => {
  expect(csvName('*.example.ch', { from: '2026-01-01', to: '2026-02-01' })).toBe(
    'survey-example.ch-2026-01-01-2026-02-01.csv',
  );
  expect(csvName('a.ch', { from: '', to: '' })).toBe('survey-a.ch.csv');
});
