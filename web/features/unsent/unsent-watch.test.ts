import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notesLocks, type KeptNotes } from '#web/features/notes/notes-store.ts';
import { editLocks, type KeptEdits } from '#web/features/transcript/editor/edit-store.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import { createTestDevice } from '#web/testing/test-device.ts';
import { unsentState } from './unsent.state.ts';
import { watchUnsent } from './unsent-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const notes = (text: string): KeptNotes => ({ text, base: { text: '', rev: 0 } });
const edits = (text: string): KeptEdits => ({
  version: 1,
  conflicts: [],
  edits: [{ op: { op: 'text', segment: 's0', text }, was: ['alt'], place: { startS: 0, endS: 1 } }],
});

/** A device with entries, pages that watch them, and a server that accepts or refuses them. */
function createPlace() {
  const noteDevice = createTestDevice<KeptNotes>(notesLocks);
  const editDevice = createTestDevice<KeptEdits>(editLocks);
  const state = {
    isSignedIn: true,
    refusal: null as Error | null,
    /** Sessions that another client has changed meanwhile. */
    asking: new Set<string>(),
    arrived: [] as string[],
    tried: 0,
    /** Delays the server's answers until this promise resolves. */
    answering: null as Promise<void> | null,
  };
  const deliver = async <T extends object>(session: string, kept: T, text: string) => {
    state.tried++;
    await state.answering;
    if (state.refusal) throw state.refusal;
    if (state.asking.has(session)) return { ...kept, asks: true };
    state.arrived.push(`${session}: ${text}`);
    return null;
  };
  const place = {
    state,
    noteDevice,
    editDevice,
    keep(key: { user?: string; session: string; tab?: string }, what: { notes?: string; edits?: string }) {
      const whole = { user: 'u1', tab: 'gone', ...key };
      const id = [whole.user, whole.session, whole.tab].join(' ');
      if (what.notes) noteDevice.entries.set(id, { ...notes(what.notes), ...whole });
      if (what.edits) editDevice.entries.set(id, { ...edits(what.edits), ...whole });
    },
    left: () => noteDevice.entries.size + editDevice.entries.size,
    openPage() {
      const scope = createScope();
      const window = new EventTarget();
      let back: () => void = () => {};
      const watch = watchUnsent(scope, {
        users: ['u1', 'sub of u1'],
        locks: noteDevice.createLocks(),
        isSignedIn: () => state.isSignedIn,
        isGone: (error) => error instanceof ApiError && error.code === 'session.not_found',
        isPassing: (error) => error instanceof ApiError && error.status === 0,
        notes: {
          store: noteDevice.createStore(),
          names: notesLocks,
          deliver: (session, kept) => deliver(session, kept, kept.text),
        },
        edits: {
          store: editDevice.createStore(),
          names: editLocks,
          deliver: (session, kept) => deliver(session, kept, 'edits'),
        },
        page: { window, document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }) },
        onBack(listener) {
          back = listener;
          return () => {};
        },
        lookEveryMs: 3_000,
        againMs: 60_000,
        now: () => performance.now(),
        onFailure(error) {
          throw error;
        },
      });
      return { ...watch, window, back: () => back(), [Symbol.dispose]: () => scope[Symbol.dispose]() };
    },
  };
  return place;
}
const offline = () => new ApiError('network.failed', 0);
const gone = () => new ApiError('session.not_found', 404);

test('Entries of closed tabs are sent when the page starts, without any session being opened', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz', edits: 'Neu.' });
  place.keep({ session: 's2', tab: 'one' }, { notes: 'Andere' });
  place.keep({ session: 's3', user: 'sub of u1' }, { edits: 'Früher.' });
  place.keep({ session: 's4', user: 'u2' }, { notes: 'Einer anderen Person' });
  using _page = place.openPage();
  await pass(1);
  expect(place.state.arrived.toSorted()).toEqual(['s1: Notiz', 's1: edits', 's2: Andere', 's3: edits']);
  expect(place.left()).toBe(1);
  expect(unsentState.sessions).toEqual({});
});

test('What lies under the former id is kept under our own id from the first visit on', async () => {
  const place = createPlace();
  place.keep({ session: 's1', user: 'sub of u1' }, { notes: 'Notiz', edits: 'Neu.' });
  place.keep({ session: 's2', user: 'sub of u2' }, { notes: 'Einer anderen Person' });
  place.state.refusal = offline();
  using _page = place.openPage();
  await pass(1);
  const owners = [...place.noteDevice.entries.values(), ...place.editDevice.entries.values()];
  expect(owners.map(({ user }) => user).toSorted()).toEqual(['sub of u2', 'u1', 'u1']);
  expect(unsentState.sessions).toMatchObject({ s1: { notes: true, edits: true } });
});

test('Without a connection the waiting entries are shown, and they are sent when it is back', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz', edits: 'Neu.' });
  place.keep({ session: 's2' }, { edits: 'Neu.' });
  place.state.refusal = offline();
  using page = place.openPage();
  await pass(1);
  expect(unsentState.sessions).toEqual({
    s1: { notes: true, edits: true, asks: false },
    s2: { notes: false, edits: true, asks: false },
  });
  const { tried } = place.state;
  await pass(30_000);
  expect(place.state.tried).toBe(tried);
  place.state.refusal = null;
  page.back();
  await pass(1);
  expect(place.left()).toBe(0);
  expect(unsentState.sessions).toEqual({});
});

test('Entries that could not be sent are tried again', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz' });
  place.state.refusal = offline();
  using _page = place.openPage();
  await pass(1);
  place.state.refusal = null;
  await pass(64_000);
  expect(place.left()).toBe(0);
});

test('Entries that a tab leaves later are found and sent, too', async () => {
  const place = createPlace();
  using _page = place.openPage();
  await pass(1);
  place.keep({ session: 's1' }, { notes: 'Notiz' });
  await pass(3_100);
  expect(place.state.arrived).toEqual(['s1: Notiz']);
});

test('An entry that needs a choice stays and is marked, and is not sent again with every look', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz' });
  place.state.asking.add('s1');
  using page = place.openPage();
  await pass(1);
  expect(unsentState.sessions).toEqual({ s1: { notes: true, edits: false, asks: true } });
  await pass(120_000);
  expect(place.state.tried).toBe(1);
  page.window.dispatchEvent(new Event('online'));
  await pass(1);
  expect(place.state.tried).toBe(2);
  expect(place.left()).toBe(1);
});

test('Entries of an open tab, and all entries of a session that is open, are not touched', async () => {
  const place = createPlace();
  const tab = place.noteDevice.openTab('u1', 's1');
  await tab.outbox.keep(notes('Eben geschrieben'));
  place.keep({ session: 's1' }, { notes: 'Von früher' });
  using _page = place.openPage();
  await pass(5_000);
  expect(place.state.tried).toBe(0);
  expect(unsentState.sessions).toMatchObject({ s1: { notes: true } });
  tab.kill();
  await pass(3_000);
  expect(place.state.arrived.toSorted()).toEqual(['s1: Eben geschrieben', 's1: Von früher']);
});

test('A session that is opened while its notes are being sent takes over only what is left of them', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz' });
  const { promise, resolve } = Promise.withResolvers<void>();
  place.state.answering = promise;
  using _page = place.openPage();
  await pass(1);
  const { outbox } = place.noteDevice.openTab('u1', 's1');
  // This tab holds its own locks on the same device.
  const left = outbox.takeOver();
  resolve();
  await pass(1);
  expect(await left).toEqual([]);
  expect(place.state.arrived).toEqual(['s1: Notiz']);
});

test('Only one tab at a time sends', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz' });
  const { promise, resolve } = Promise.withResolvers<void>();
  place.state.answering = promise;
  using _one = place.openPage();
  using _two = place.openPage();
  await pass(10_000);
  resolve();
  await pass(10_000);
  expect(place.state.tried).toBe(1);
});

test('Entries of a deleted session can be read until a person discards them, which can be undone', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz', edits: 'Neu.' });
  place.state.refusal = gone();
  using page = place.openPage();
  await pass(1);
  const stranded = [{ session: 's1', notes: ['Notiz'], edits: ['Neu.'] }];
  expect(unsentState).toEqual({ sessions: {}, stranded });
  const putBack = await page.discard('s1');
  expect(unsentState.stranded).toEqual([]);
  expect(place.left()).toBe(0);
  await putBack();
  expect(unsentState.stranded).toEqual(stranded);
});

test('A 404 for another signed-in person does not mark the session as deleted', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Notiz' });
  const { promise, resolve } = Promise.withResolvers<void>();
  place.state.answering = promise;
  place.state.refusal = gone();
  using _page = place.openPage();
  await pass(1);
  place.state.isSignedIn = false;
  resolve();
  await pass(1);
  expect(unsentState.stranded).toEqual([]);
  expect(unsentState.sessions).toMatchObject({ s1: { notes: true, asks: false } });
});

test('An entry that the server refuses is kept and marked', async () => {
  const place = createPlace();
  place.keep({ session: 's1' }, { notes: 'Zu lang' });
  place.state.refusal = new ApiError('request.invalid', 400);
  using _page = place.openPage();
  await pass(1);
  expect(unsentState.sessions).toMatchObject({ s1: { notes: true, asks: true } });
  expect(place.left()).toBe(1);
});
