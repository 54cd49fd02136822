import { createInstance } from 'i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { de } from '#web/i18n/de/index.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { createToastQueue } from '#web/ui/toast-queue.ts';
import { createRemoval, type RemovalDeps } from './removal.ts';

const i18n = createInstance();
beforeAll(async () => {
  await i18n.init({
    lng: 'de',
    resources: { de: { translation: de } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sessions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index}`, title: `Sitzung ${index}` }));

function setUp(change: Partial<RemovalDeps> = {}) {
  const toasts = createToastQueue();
  const page = new EventTarget();
  const send = vi.fn<(id: string) => Promise<unknown>>(async () => {});
  const sendLeaving = vi.fn<(id: string) => Promise<unknown>>(async () => {});
  const onRemoved = vi.fn<(ids: ReadonlySet<string>) => void>();
  let kept: readonly string[] = [];
  const removal = createRemoval({
    toasts,
    t: i18n.t,
    undoMs: () => 5_000,
    send,
    sendLeaving,
    window: page,
    keep: (ids) => (kept = ids),
    onRemoved,
    ...change,
  });
  const shown = () => toasts.toasts().map(({ text }) => text);
  const press = () => {
    const toast = toasts.toasts().at(-1);
    toast?.action?.run();
    toasts.close(toast?.id ?? 0);
  };
  return { removal, toasts, page, send, sendLeaving, onRemoved, shown, press, kept: () => kept };
}
const hidden = ({ removal }: ReturnType<typeof setUp>) => Object.keys(removal.state.hidden);

test('What is removed vanishes at once and is deleted when the five seconds are over', async () => {
  const given = setUp();
  given.removal.remove(sessions(2));
  expect(hidden(given)).toEqual(['s0', 's1']);
  expect(given.shown()).toEqual(['2 Sitzungen wurden gelöscht.']);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(given.send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given.send.mock.calls).toEqual([['s0'], ['s1']]);
  expect(given.onRemoved).toHaveBeenCalledWith(new Set(['s0', 's1']));
  // A list fetched earlier may still contain them: they stay hidden.
  expect(hidden(given)).toEqual(['s0', 's1']);
  expect(given.shown()).toEqual([]);
});

test('Undone, nothing is deleted and what was hidden is back', async () => {
  const given = setUp();
  given.removal.remove(sessions(1));
  given.press();
  expect(hidden(given)).toEqual([]);
  expect(given.removal.state.restored).toEqual({ id: 's0' });
  expect(given.shown()).toEqual([de.library.remove.undone_one]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(given.send).not.toHaveBeenCalled();
  expect(given.removal.undoLast()).toBe(false);
});

test('The latest removal is undone first, each with its own message', async () => {
  const given = setUp();
  const [first, second] = sessions(2);
  given.removal.remove([first!]);
  given.removal.remove([second!]);
  expect(given.removal.undoLast()).toBe(true);
  expect(hidden(given)).toEqual(['s0']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given.send.mock.calls).toEqual([['s0']]);
});

test('While somebody points at the message nothing is deleted; closing it deletes at once', async () => {
  const given = setUp();
  given.removal.remove(sessions(1));
  given.toasts.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(given.send).not.toHaveBeenCalled();
  given.toasts.close(given.toasts.toasts()[0]!.id);
  expect(given.send).toHaveBeenCalledWith('s0');
});

test('A message that makes room for newer ones takes its way back along', () => {
  const given = setUp();
  given.removal.remove(sessions(1));
  for (const text of ['a', 'b', 'c']) given.toasts.add({ kind: 'info', text });
  expect(given.send).toHaveBeenCalledWith('s0');
});

test('What could not be deleted comes back with the reason, and can be tried once more', async () => {
  const given = setUp();
  given.send.mockImplementation(async (id) => {
    if (id === 's1') throw new ApiError('network.failed', 0);
  });
  given.removal.remove(sessions(3));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given.onRemoved).toHaveBeenCalledWith(new Set(['s0', 's2']));
  expect(hidden(given)).toEqual(['s0', 's2']);
  expect(given.shown()[0]).toContain(de.error.network.failed);
  given.send.mockImplementation(async () => {});
  given.press();
  await vi.advanceTimersByTimeAsync(0);
  expect(given.onRemoved).toHaveBeenLastCalledWith(new Set(['s1']));
  expect(hidden(given).toSorted()).toEqual(['s0', 's1', 's2']);
});

test('What somebody else has deleted meanwhile is gone, not a failure', async () => {
  const given = setUp();
  given.send.mockRejectedValue(new ApiError('session.not_found', 404));
  given.removal.remove(sessions(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given.onRemoved).toHaveBeenCalledWith(new Set(['s0']));
  expect(given.shown()).toEqual([]);
});

test('Fifty sessions go four at a time, and none twice', async () => {
  const given = setUp();
  let running = 0;
  let most = 0;
  given.send.mockImplementation(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 10));
    running -= 1;
  });
  given.removal.remove(sessions(50));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(most).toBe(4);
  expect(new Set(given.send.mock.calls.flat()).size).toBe(50);
  expect(given.send).toHaveBeenCalledTimes(50);
});

test('A page that goes sends everything before it is gone, in one turn', () => {
  const given = setUp();
  given.removal.remove(sessions(50));
  given.page.dispatchEvent(new Event('pagehide'));
  expect(given.sendLeaving).toHaveBeenCalledTimes(50);
  expect(given.send).not.toHaveBeenCalled();
  given.page.dispatchEvent(new Event('pagehide'));
  expect(given.sendLeaving).toHaveBeenCalledTimes(50);
});

test('A page that goes while it deletes sends again what was not answered, and what had to wait', async () => {
  const given = setUp();
  given.send.mockImplementation((id) => (id === 's0' ? Promise.resolve() : new Promise(() => {})));
  given.removal.remove(sessions(10));
  await vi.advanceTimersByTimeAsync(6_000);
  given.page.dispatchEvent(new Event('pagehide'));
  expect(given.sendLeaving.mock.calls.flat().toSorted()).toEqual(
    Array.from({ length: 9 }, (_, index) => `s${index + 1}`),
  );
});

test('Before a sign-out what could still be undone is deleted, and waited for', async () => {
  const given = setUp();
  let answer = () => {};
  given.send.mockReturnValue(new Promise<void>((resolve) => (answer = resolve)));
  given.removal.remove(sessions(1));
  const ended = vi.fn<() => void>();
  void given.removal.settle().then(ended);
  expect(given.send).toHaveBeenCalledWith('s0');
  expect(given.shown()).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).not.toHaveBeenCalled();
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalled();
});

test('Disposed of, it hears nothing any more', () => {
  const given = setUp();
  given.removal.remove(sessions(1));
  given.removal[Symbol.dispose]();
  given.page.dispatchEvent(new Event('pagehide'));
  expect(given.sendLeaving).not.toHaveBeenCalled();
});

test('What is removed is stored until it is deleted, undone or back', async () => {
  const given = setUp();
  given.removal.remove(sessions(2));
  expect(given.kept()).toEqual(['s0', 's1']);
  given.press();
  expect(given.kept()).toEqual([]);
  given.removal.remove(sessions(2));
  given.send.mockImplementation(async (id) => {
    if (id === 's1') throw new ApiError('network.failed', 0);
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(given.kept()).toEqual([]);
});

test('A deletion that a closing page has sent stays stored until it is answered', async () => {
  const given = setUp();
  const answer = Promise.withResolvers<void>();
  given.sendLeaving.mockImplementation(async (id) => (id === 's1' ? answer.promise : undefined));
  given.removal.remove(sessions(2));
  given.page.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect(given.kept()).toEqual(['s0', 's1']);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(given.kept()).toEqual([]);
});

test('A page that comes back after it was left deletes in the ordinary way what failed', async () => {
  const given = setUp();
  given.sendLeaving.mockRejectedValue(new ApiError('network.failed', 0));
  given.removal.remove(sessions(1));
  given.page.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect(given.kept()).toEqual(['s0']);
  given.page.dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(0);
  expect(given.send.mock.calls).toEqual([['s0']]);
  expect(given.kept()).toEqual([]);
});
