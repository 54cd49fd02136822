import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { WorkerError } from '#workers/rpc.ts';
import { createDraftDoubles, windowOf } from './draft-doubles.ts';
import type { DraftRunInput } from './draft-run.ts';
import { createDraftRun } from './draft-run.state.ts';

function open(change: Partial<DraftRunInput> = {}, doubles = createDraftDoubles()) {
  const { openPreview, model, source } = doubles;
  const run = createDraftRun({ openPreview, model, source, language: 'de-CH', ...change });
  onTestFinished(() => run[Symbol.dispose]());
  return { run, ...doubles };
}

test('A run loads the model, waits for sound, writes, and ends with its sound', async () => {
  const progress: number[] = [];
  const { run, give, end, preview } = open({ onProgress: ({ writtenUpToS }) => progress.push(writtenUpToS) });
  expect(run.state.status).toBe('loading');
  await eventually(() => expect(run.state.status).toBe('waiting'));
  preview.hold();
  give(windowOf(0, 2, { text: 'Guten Tag.' }));
  await eventually(() => expect(run.state.status).toBe('writing'));
  preview.release();
  await eventually(() => expect(run.state.writtenUpToS).toBe(2));
  expect(run.state.text.segments.map(({ text }) => text)).toEqual(['Guten Tag.']);
  expect(preview.languages).toEqual(['de']);
  end();
  await run.settled();
  expect(run.state.status).toBe('ended');
  expect(progress).toEqual([2]);
});

test('A device that is too slow is behind as long as much sound waits', async () => {
  const { run, give, preview } = open();
  preview.hold();
  give(windowOf(0, 20, { text: 'Eins.', waitingS: 40, skipped: [[0, 3]] }));
  await eventually(() => expect(run.state).toMatchObject({ status: 'behind', waitingS: 40 }));
  preview.release();
  await eventually(() => expect(run.state.skipped).toEqual([[0, 3]]));
  expect(run.state.status).toBe('behind');
  give(windowOf(20, 25, { text: 'Zwei.', waitingS: 1 }));
  await eventually(() => expect(run.state).toMatchObject({ status: 'waiting', waitingS: 1 }));
});

test('A file that waits for its draft is never behind', async () => {
  const { run, give, preview } = open({ behindAfterS: Infinity });
  preview.hold();
  give(windowOf(0, 20, { text: 'Eins.', waitingS: 40 }));
  await eventually(() => expect(run.state.status).toBe('writing'));
});

test('A worker that crashes is started again once, with the window that it had', async () => {
  const { run, give, preview } = open();
  preview.failWith(new WorkerError('worker.crashed'));
  give(windowOf(0, 2, { text: 'Eins.' }));
  await eventually(() => expect(run.state.writtenUpToS).toBe(2));
  expect(run.state).toMatchObject({ status: 'waiting', problem: null });
  // A window was transcribed meanwhile, so that the next crash is a first one again.
  preview.failWith(new WorkerError('worker.crashed'));
  give(windowOf(2, 4, { text: 'Zwei.' }));
  await eventually(() => expect(run.state.writtenUpToS).toBe(4));
  preview.failWith(new WorkerError('worker.crashed'), new WorkerError('worker.crashed'));
  give(windowOf(4, 6, { text: 'Drei.' }));
  await eventually(() => expect(run.state).toMatchObject({ status: 'failed', problem: 'worker.crashed' }));
  run.goOn();
  await eventually(() => expect(run.state.writtenUpToS).toBe(6));
  expect(run.state.text.segments.map(({ text }) => text)).toEqual(['Eins.', 'Zwei.', 'Drei.']);
  expect(run.state.problem).toBeNull();
});

test.each(['preview.memory_full', 'preview.model_missing'])(
  'The failure %s is shown at once, and the run settles',
  async (code) => {
    const doubles = createDraftDoubles();
    doubles.preview.failToLoadWith(new WorkerError(code));
    const { run } = open({}, doubles);
    await run.settled();
    expect(run.state).toMatchObject({ status: 'failed', problem: code });
    run.goOn();
    await eventually(() => expect(run.state.status).toBe('waiting'));
  },
);

test('What the device tells of itself is passed on', async () => {
  const speeds: number[] = [];
  const { run, preview } = open({ onSpeed: (speed) => speeds.push(speed) });
  preview.tellBackend({ backend: 'wasm', backendReason: 'gpu_lost' });
  preview.tellSpeed(7);
  expect(run.state.backend).toEqual({ backend: 'wasm', backendReason: 'gpu_lost' });
  expect(speeds).toEqual([7]);
});

test('A run that is disposed of settles without a failure, and ends its model and its source', async () => {
  const { run, preview, isSourceOpen } = open();
  await eventually(() => expect(run.state.status).toBe('waiting'));
  run[Symbol.dispose]();
  await run.settled();
  expect(run.state.problem).toBeNull();
  expect(preview.isOpen()).toBe(false);
  expect(isSourceOpen()).toBe(false);
});
