import { expect, test } from 'vitest';
import { ref } from 'valtio';
import { emptyDraftText, startRunState, type DraftRunState } from '#web/parts/draft/draft-run.ts';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import type { DraftedTexts } from './dictation.ts';
import { dictationDraftOf } from './dictation-draft.ts';

const runOf = (change: Partial<DraftRunState> = {}): DraftRunState => ({
  ...startRunState(),
  status: 'waiting',
  ...change,
});

function open() {
  const recording = createFakeRecording({ mode: 'dictation' });
  return { recording, state: recording.draft.state, writer: dictationDraftOf(recording) };
}

test('A draft is ready where there is a model, unless another way has begun the text', () => {
  const { recording, state, writer } = open();
  expect(writer.isReady()).toBe(false);
  state.status = 'off';
  expect(writer.isReady()).toBe(false);
  state.status = 'idle';
  expect(writer.isReady()).toBe(true);
  recording.addDictated({ start: 1, end: 2, text: 'Vom Browser.' });
  expect(writer.isReady()).toBe(false);
  state.run = runOf();
  expect(writer.isReady()).toBe(true);
});

test('Who follows gets the texts that the recording does not have, and the words of the open window', () => {
  const { recording, state, writer } = open();
  const told: DraftedTexts[] = [];
  const segments = [segmentOf(1, 2, 'Eins.'), segmentOf(3, 4, 'Zwei.')];
  const [firm] = segmentOf(5, 6, 'Drei vier').words;
  const text = ref({ segments, firm: [firm!], rest: segmentOf(5, 6, 'vielleicht').words });
  Object.assign(state, { status: 'on', run: runOf({ text }) });
  recording.addDictated({ start: 1, end: 2, text: 'Eins.' });
  writer.onChange((written) => told.push(written))();
  expect(told).toEqual([
    { texts: [{ start: 3, end: 4, text: 'Zwei.' }], interim: 'Drei vielleicht', hasFailed: false },
  ]);
});

test('A text that begins before the end of the one before is not lost', () => {
  const { recording, state, writer } = open();
  const told: DraftedTexts[] = [];
  const text = ref({ ...emptyDraftText, segments: [segmentOf(1, 3, 'Eins.'), segmentOf(2.8, 4, 'Zwei.')] });
  Object.assign(state, { status: 'on', run: runOf({ text }) });
  recording.addDictated({ start: 1, end: 3, text: 'Eins.' });
  writer.onChange((written) => told.push(written))();
  expect(told[0]?.texts).toEqual([{ start: 2.8, end: 4, text: 'Zwei.' }]);
});

test.each(['off', 'none'] as const)('Without a model any more (%s) the dictation has failed', (status) => {
  const { state, writer } = open();
  const told: DraftedTexts[] = [];
  Object.assign(state, { status, run: null });
  writer.onChange((written) => told.push(written))();
  expect(told).toEqual([{ texts: [], interim: '', hasFailed: true }]);
});

test('The last words of a part that has ended do not go into the next one', () => {
  const { state, writer } = open();
  const told: DraftedTexts[] = [];
  const text = ref({ ...emptyDraftText, segments: [segmentOf(8998, 8999, 'Ende.')] });
  Object.assign(state, { status: 'ending', run: runOf({ text }) });
  writer.onChange((written) => told.push(written))();
  expect(told).toEqual([{ texts: [], interim: '', hasFailed: false }]);
});
