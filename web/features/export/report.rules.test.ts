import { expect, test } from 'vitest';
import type { ReportKind } from '#api/shared/report/report-kinds.ts';
import { fittingChoice, keepChoice, readLastChoice } from './report.rules.ts';

const kinds: ReportKind[] = [
  { report_type: 'transcript', formats: ['pdf', 'docx', 'txt', 'srt'] },
  { report_type: 'notes', formats: ['pdf', 'docx', 'txt'] },
];

test.each([
  [{ type: 'notes', format: 'docx' } as const, { type: 'notes', format: 'docx' }],
  [{ type: 'notes', format: 'srt' } as const, { type: 'notes', format: 'pdf' }],
  [{ type: 'minutes', format: 'txt' } as const, { type: 'transcript', format: 'txt' }],
])('The choice %j becomes %j', (wanted, expected) => {
  expect(fittingChoice(kinds, wanted)).toEqual(expected);
});

test('Where there is nothing nothing is chosen', () => {
  expect(fittingChoice([], { type: 'notes', format: 'pdf' })).toBeNull();
});

test.each([null, 'x', '{}', '[]', '{"type":"notes","format":"exe"}', '{"type":5,"format":"pdf"}'])(
  'A kept choice of %j is as none',
  (text) => {
    expect(readLastChoice({ getItem: () => text })).toEqual({ type: 'transcript', format: 'pdf' });
  },
);

test('The last choice is found again', () => {
  let kept = '';
  keepChoice({ setItem: (_, value) => void (kept = value) }, { type: 'notes', format: 'txt' });
  expect(readLastChoice({ getItem: () => kept })).toEqual({ type: 'notes', format: 'txt' });
});
