import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordOf } from '#web/features/recording/recording-doubles.ts';
import type { RecordingStage } from '#web/features/recording/state/recording-stage.rules.ts';
import { WorkerError } from '#workers/rpc.ts';
import { createDraftCopy } from './draft-copy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const annotate = vi.fn<() => Promise<{ isStored: boolean }>>(async () => ({ isStored: true }));
  const draft = { model: 'tiny', language: 'de', segments: [{ start: 1, end: 2, text: 'Eins.' }] };
  const stage: RecordingStage = 'recording';
  const segment: Parameters<typeof createDraftCopy>[0]['segment'] & { stage: RecordingStage } = {
    record: recordOf(),
    draft,
    stage,
  };
  return {
    annotate,
    segment,
    copy: createDraftCopy({ annotate, segment, timings: { draftEveryMs: 10_000 } }),
  };
}

test('A draft is written once in a while, and again after a failure', async () => {
  const { annotate, copy } = open();
  annotate.mockRejectedValueOnce(new WorkerError('worker.crashed'));
  copy.change();
  copy.change();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(annotate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(annotate).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(annotate).toHaveBeenCalledTimes(2);
});

test('What came last is not written to a recording that has left the device', async () => {
  const { annotate, copy, segment } = open();
  copy.change();
  segment.stage = 'finished';
  annotate.mockRejectedValue(new WorkerError('recording.not_kept'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(annotate).not.toHaveBeenCalled();
});
