import type { MadeResult } from '#web/parts/result/result.rules.ts';

/** For tests: returns a result that was made by extraction from the first version of the transcript. */
export const resultFixture = (change: Partial<MadeResult> = {}): MadeResult => ({
  state: 'done',
  text: 'Der Kredit ist bewilligt [1]. Mehr bei 0:30.',
  sources: [{ n: 1, segment: 's2', at: 8.5 }],
  engine: 'extract',
  model: '',
  made_from: { transcript: 1, edits: 0, notes: 0, option: 0 },
  stale: false,
  error: null,
  prompt: '',
  title: '',
  notice: null,
  source_tab: '',
  version: 1,
  previous: 0,
  created_at: '2026-11-21T09:41:00.000Z',
  ...change,
});
