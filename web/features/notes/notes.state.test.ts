import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import type { KeptNotes } from './kept-notes.ts';
import type { ServerNotes } from './notes.rules.ts';
import { createNotes, type Notes } from './notes.state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with notes, a device that keeps some, and somebody who writes. */
function desk(options: { notes?: ServerNotes; kept?: KeptNotes | null } = {}) {
  const server: ServerNotes = { text: 'Kredit', rev: 1, ...options.notes };
  const device = { kept: options.kept ?? null, isFull: false };
  const link = { isUp: true, refusal: null as ApiError | null };
  const sent: string[] = [];
  const window = new EventTarget();
  const open = (): Notes =>
    createNotes({
      notes: { ...server },
      kept: device.kept,
      async send({ text, base }) {
        await Promise.resolve();
        if (!link.isUp) throw new ApiError('network.failed', 0);
        if (link.refusal) throw link.refusal;
        sent.push(text);
        if (base !== server.rev) {
          const have = { ...server };
          const body = { detail: '', code: 'session.notes_conflict', request_id: '1', have } as never;
          throw new ApiError('session.notes_conflict', 409, body);
        }
        Object.assign(server, { text, rev: base + 1 });
        return { ...server };
      },
      async keep(notes) {
        if (device.isFull) throw new Error('full');
        device.kept = notes;
      },
      keepAfterMs: 250,
      sendAfterMs: 1_000,
      againMs: 5_000,
      window,
    });
  return { server, device, link, sent, window, open };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('What is written is on the device after a quarter of a second, on the server after a pause, and then no more on the device', async () => {
  const { open, server, device } = desk();
  using notes = open();
  notes.write('Kredit, ');
  await pass(240);
  notes.write('Kredit, Abstimmung');
  expect(device.kept).toBeNull();
  await pass(300);
  expect(device.kept).toEqual({ text: 'Kredit, Abstimmung', base: { text: 'Kredit', rev: 1 } });
  expect(server.rev).toBe(1);
  expect(notes.state.saving).toBe('unsaved');
  await pass(1_000);
  expect(server).toEqual({ text: 'Kredit, Abstimmung', rev: 2 });
  expect(notes.state.saving).toBe('saved');
  expect(device.kept).toBeNull();
});

test('What a killed tab has left is there again, and is sent', async () => {
  const { open, server } = desk({ kept: { text: 'Kredit neu', base: { text: 'Kredit', rev: 1 } } });
  using notes = open();
  expect(notes.state.draft.text).toBe('Kredit neu');
  await pass(1);
  expect(server).toEqual({ text: 'Kredit neu', rev: 2 });
});

test('What was left here while somebody else wrote is shown beside theirs; both can be kept', async () => {
  const { open, server, device, sent } = desk({
    notes: { text: 'Von dort', rev: 3 },
    kept: { text: 'Von hier', base: { text: 'Kredit', rev: 1 } },
  });
  using notes = open();
  await pass(10_000);
  expect(notes.state.draft.theirs).toEqual({ text: 'Von dort', rev: 3 });
  expect(sent).toEqual([]);
  expect(device.kept?.text).toBe('Von hier');
  notes.keepBoth();
  await pass(1);
  expect(server).toEqual({ text: 'Von dort\n\nVon hier', rev: 4 });
  expect(device.kept).toBeNull();
});

test('A refusal because somebody else has written leaves both texts; theirs can be taken', async () => {
  const { open, server } = desk();
  using notes = open();
  Object.assign(server, { text: 'Von dort', rev: 2 });
  notes.write('Von hier');
  await pass(1_000);
  expect(notes.state.draft).toMatchObject({ text: 'Von hier', theirs: { text: 'Von dort' } });
  expect(notes.state.error).toBeNull();
  notes.takeTheirs();
  expect(notes.state.draft).toMatchObject({ text: 'Von dort', theirs: null });
  expect(notes.state.saving).toBe('saved');
  await pass(5_000);
  expect(server).toEqual({ text: 'Von dort', rev: 2 });
});

test('Without a connection it waits on the device, and goes as soon as there is one', async () => {
  const { open, server, link, window } = desk();
  using notes = open();
  link.isUp = false;
  notes.write('Offline');
  await pass(1_000);
  expect(notes.state.saving).toBe('offline');
  expect(notes.state.error).toBeNull();
  link.isUp = true;
  window.dispatchEvent(new Event('online'));
  await pass(1);
  expect(server.text).toBe('Offline');
  expect(notes.state.saving).toBe('saved');
});

test('A server that refuses is told, and asked again', async () => {
  const { open, server, link } = desk();
  using notes = open();
  link.refusal = new ApiError('request.failed', 500);
  notes.write('Neu');
  await pass(1_000);
  expect(notes.state).toMatchObject({ saving: 'failed', error: { code: 'request.failed' } });
  link.refusal = null;
  await pass(5_000);
  expect(server.text).toBe('Neu');
  expect(notes.state).toMatchObject({ saving: 'saved', error: null });
});

test('A poll that brings our own writing back before the answer does is no conflict, though somebody goes on writing', async () => {
  const { open } = desk();
  using notes = open();
  notes.write('Eins');
  vi.advanceTimersByTime(1_000);
  notes.write('Eins, zwei');
  notes.meet({ text: 'Eins', rev: 2 });
  expect(notes.state.draft).toMatchObject({ text: 'Eins, zwei', theirs: null, base: { rev: 2 } });
});

test('A poll fills in what nobody is writing here, and never touches what somebody is', async () => {
  const { open } = desk();
  using notes = open();
  notes.meet({ text: 'Von dort', rev: 2 });
  expect(notes.state.draft.text).toBe('Von dort');
  notes.write('Von hier');
  notes.meet({ text: 'Von dort, mehr', rev: 3 });
  expect(notes.state.draft.text).toBe('Von hier');
});

test('Who leaves takes what was typed along', async () => {
  const { open, server, device } = desk();
  const notes = open();
  notes.write('Kurz vor dem Gehen');
  notes[Symbol.dispose]();
  await pass(1);
  expect(server.text).toBe('Kurz vor dem Gehen');
  expect(device.kept).toBeNull();
});

test('A device that keeps nothing is told of', async () => {
  const { open, device, link } = desk();
  using notes = open();
  device.isFull = true;
  link.isUp = false;
  notes.write('Neu');
  await pass(2_000);
  expect(notes.state.isKept).toBe(false);
});
