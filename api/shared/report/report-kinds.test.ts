import { expect, test } from 'vitest';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { reportKindsOf } from './report-kinds.ts';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';

const result = (fields: Partial<Exclude<SessionResult, false>>): SessionResult => ({
  state: 'done',
  text: 'x',
  sources: [],
  engine: 'extract',
  model: '',
  stale: false,
  error: null,
  made_from: { transcript: 1, edits: 0, notes: 0, option: 0 },
  prompt: '',
  title: '',
  notice: null,
  source_tab: '',
  version: 1,
  previous: 0,
  created_at: '2026-11-20T09:00:00.000Z',
  ...fields,
});
const kinds = (fields: Partial<SessionDetail>) =>
  reportKindsOf({ transcript: null, notes: { text: ' ', rev: 0 }, data: {}, ...fields } as SessionDetail).map(
    ({ report_type, formats }) => `${report_type}: ${formats.join(' ')}`,
  );

test('A session without texts has no reports', () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ transcript: buildDialogue(['A: ']) })).toEqual([]);
});

test('Only what can be read is offered, subtitles and data of the transcript alone', () => {
  const data = {
    summary: result({}),
    minutes: result({ state: 'processing', text: 'half' }),
    topics: false as const,
    tasks: result({ state: 'failed' }),
    questions: result({ text: ' ' }),
  };
  expect(kinds({ transcript: buildDialogue(['A: Ja']), notes: { text: 'x', rev: 1 }, data })).toEqual([
    'transcript: pdf docx txt md json srt vtt',
    'notes: pdf docx txt md',
    'summary: pdf docx txt md',
    'all: pdf docx txt md',
  ]);
});

test('Everything is offered where there is more than one thing', () => {
  expect(kinds({ notes: { text: 'x', rev: 1 } })).toEqual(['notes: pdf docx txt md']);
});
