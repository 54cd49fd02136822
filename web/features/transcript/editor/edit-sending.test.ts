import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EditsPatch } from '#api/contract/edits.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { createEditSending } from './edit-sending.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('What waited for the line and became a conflict meanwhile does not keep the next change from being sent', async () => {
  const patch: EditsPatch = { base: 0, version: 1, ops: [{ op: 'text', segment: 's1', text: 'neu' }] };
  const waiting: EditsPatch[] = [patch];
  const sent: EditsPatch[] = [];
  let isUp = false;
  const delivery = createEditSending({
    next: () => waiting[0] ?? null,
    send: (one) => {
      if (!isUp) return Promise.reject(new ApiError('network.failed', 0));
      sent.push(one);
      return Promise.resolve({ edits: 1 });
    },
    onAccepted: async () => void waiting.shift(),
    onConflict: () => Promise.resolve(),
    onInvalid: () => Promise.resolve(),
    onState: () => {},
    timings: { sendEditsMs: 800, sendEditsAtMostMs: 5_000, uploadRetryDelaysMs: [1_000, 3_000] },
  });
  delivery.touch();
  await vi.advanceTimersByTimeAsync(800);
  // A poll brings another text for the same segment: nothing is left to send until the person has chosen.
  waiting.length = 0;
  isUp = true;
  await vi.advanceTimersByTimeAsync(10_000);
  waiting.push(patch);
  delivery.touch();
  await vi.advanceTimersByTimeAsync(800);
  expect(sent).toEqual([patch]);
  delivery[Symbol.dispose]();
});
