import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToastQueue } from './toast-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const times = { shortMs: 100, longMs: 300 };
const texts = (queue: ReturnType<typeof createToastQueue>) => queue.toasts().map(({ text }) => text);

test('A message goes by itself, one with an action or an error stays longer', () => {
  const queue = createToastQueue(times);
  queue.add({ kind: 'info', text: 'plain' });
  queue.add({ kind: 'info', text: 'undo', action: { label: 'Undo', run: () => {} } });
  queue.add({ kind: 'error', text: 'error' });
  vi.advanceTimersByTime(100);
  expect(texts(queue)).toEqual(['undo', 'error']);
  vi.advanceTimersByTime(200);
  expect(texts(queue)).toEqual([]);
});

test('A message may say itself how long it stays', () => {
  const queue = createToastQueue(times);
  queue.add({ kind: 'info', text: 'undo', action: { label: 'Undo', run: () => {} }, durationMs: 200 });
  vi.advanceTimersByTime(199);
  expect(texts(queue)).toEqual(['undo']);
  vi.advanceTimersByTime(1);
  expect(texts(queue)).toEqual([]);
});

test('While someone points at the messages, none goes', () => {
  const queue = createToastQueue(times);
  queue.add({ kind: 'info', text: 'before' });
  queue.pause();
  queue.add({ kind: 'info', text: 'during' });
  vi.advanceTimersByTime(1_000);
  expect(texts(queue)).toEqual(['before', 'during']);
  queue.resume();
  vi.advanceTimersByTime(100);
  expect(texts(queue)).toEqual([]);
});

test('At most three are shown, the oldest makes room', () => {
  const queue = createToastQueue(times);
  for (const text of ['1', '2', '3', '4']) queue.add({ kind: 'info', text });
  expect(texts(queue)).toEqual(['2', '3', '4']);
});

test('Closing tells those who listen', () => {
  const queue = createToastQueue(times);
  const heard = vi.fn<() => void>();
  const stop = queue.subscribe(heard);
  const id = queue.add({ kind: 'info', text: 'a' });
  queue.close(id);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  queue.add({ kind: 'info', text: 'b' });
  expect(heard).toHaveBeenCalledTimes(2);
});
