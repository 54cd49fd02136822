import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { createNotesDesk } from './notes-fixture.ts';
import type { Notes } from './notes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Writes a text whose answer is lost, and after it another one without a connection. */
async function writeOverLostAnswer(
  { link }: Pick<ReturnType<typeof createNotesDesk>, 'link'>,
  notes: Pick<Notes, 'write'>,
  [lost, last]: [lost: string, last: string],
): Promise<void> {
  await pass(1);
  link.losesAnswers = true;
  notes.write(lost);
  await pass(1_100);
  link.isUp = false;
  notes.write(last);
  await pass(2_000);
}

test('What is written is on the device after a quarter of a second, on the server after a pause, and then no more on the device', async () => {
  const { openTab, server, kept } = createNotesDesk();
  using notes = openTab();
  notes.write('Kredit, ');
  await pass(240);
  notes.write('Kredit, Abstimmung');
  expect(kept()).toEqual([]);
  await pass(300);
  expect(kept()).toEqual(['Kredit, Abstimmung']);
  expect(server.rev).toBe(1);
  expect(notes.state.saving).toBe('unsaved');
  await pass(1_000);
  expect(server).toEqual({ text: 'Kredit, Abstimmung', rev: 2 });
  expect(notes.state.saving).toBe('saved');
  expect(kept()).toEqual([]);
});

test('What a killed tab has left is there again, and is sent', async () => {
  const { openTab, server } = createNotesDesk({
    kept: [{ text: 'Kredit neu', base: { text: 'Kredit', rev: 1 } }],
  });
  using notes = openTab();
  await notes.looked;
  expect(notes.state.draft.text).toBe('Kredit neu');
  await pass(1);
  expect(server).toEqual({ text: 'Kredit neu', rev: 2 });
});

test('What was left here while somebody else wrote is shown beside theirs; both can be kept', async () => {
  const { openTab, server, kept, sent } = createNotesDesk({
    notes: { text: 'Von dort', rev: 3 },
    kept: [{ text: 'Von hier', base: { text: 'Kredit', rev: 1 } }],
  });
  using notes = openTab();
  await pass(10_000);
  expect(notes.state.draft.theirs).toEqual({ text: 'Von dort', rev: 3 });
  expect(sent).toEqual([]);
  expect(kept()).toEqual(['Von hier']);
  notes.keepBoth();
  await pass(1);
  expect(server).toEqual({ text: 'Von dort\n\nVon hier', rev: 4 });
  expect(kept()).toEqual([]);
});

test('A refusal because somebody else has written leaves both texts; theirs can be taken', async () => {
  const { openTab, server } = createNotesDesk();
  using notes = openTab();
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
  const { openTab, server, link } = createNotesDesk();
  using notes = openTab();
  link.isUp = false;
  notes.write('Offline');
  await pass(1_000);
  expect(notes.state.saving).toBe('offline');
  expect(notes.state.error).toBeNull();
  link.isUp = true;
  notes.window.dispatchEvent(new Event('online'));
  await pass(1);
  expect(server.text).toBe('Offline');
  expect(notes.state.saving).toBe('saved');
});

test('A server that refuses is told, and asked again', async () => {
  const { openTab, server, link } = createNotesDesk();
  using notes = openTab();
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
  const { openTab, link } = createNotesDesk();
  using notes = openTab();
  const { promise, resolve } = Promise.withResolvers<void>();
  link.answering = promise;
  notes.write('Eins');
  await pass(1_000);
  notes.write('Eins, zwei');
  notes.meet({ text: 'Eins', rev: 2 });
  expect(notes.state.draft).toMatchObject({ text: 'Eins, zwei', theirs: null, base: { rev: 2 } });
  resolve();
});

test('What is undone while it is being sent stays undone, on the screen and on the server', async () => {
  const { openTab, server, link, kept } = createNotesDesk();
  using notes = openTab();
  const { promise, resolve } = Promise.withResolvers<void>();
  link.answering = promise;
  notes.write('[2:05] Kredit');
  await pass(1_000);
  notes.write('Kredit');
  resolve();
  await pass(1);
  expect(notes.state).toMatchObject({ draft: { text: 'Kredit', theirs: null }, saving: 'saved' });
  await pass(1_000);
  expect(server).toEqual({ text: 'Kredit', rev: 3 });
  expect(kept()).toEqual([]);
});

test('What is undone after a poll has brought it back before the answer stays undone', async () => {
  const { openTab, server, link } = createNotesDesk();
  using notes = openTab();
  const { promise, resolve } = Promise.withResolvers<void>();
  link.answering = promise;
  notes.write('[2:05] Kredit');
  await pass(1_000);
  notes.write('Kredit');
  notes.meet({ text: '[2:05] Kredit', rev: 2 });
  expect(notes.state.draft.text).toBe('Kredit');
  resolve();
  await pass(1_000);
  expect(server.text).toBe('Kredit');
  expect(notes.state.saving).toBe('saved');
});

test.for(['the tab stays', 'the tab was killed'])(
  'What is undone after a lost answer is undone on the server: %s',
  async (how) => {
    const { openTab, server, link, kept } = createNotesDesk();
    const first = openTab();
    await writeOverLostAnswer({ link }, first, ['Kredit bewilligt', 'Kredit']);
    expect(first.state.saving).toBe('offline');
    expect(server.text).toBe('Kredit bewilligt');
    Object.assign(link, { isUp: true, losesAnswers: false });
    if (how === 'the tab was killed') first.kill();
    using again = how === 'the tab was killed' ? openTab() : first;
    await pass(10_000);
    expect(again.state).toMatchObject({ draft: { text: 'Kredit', theirs: null }, saving: 'saved' });
    expect(server.text).toBe('Kredit');
    expect(kept()).toEqual([]);
  },
);

test('What is typed and deleted again is saved, and nothing was sent', async () => {
  const { openTab, sent } = createNotesDesk();
  using notes = openTab();
  await notes.looked;
  notes.write('Kredit x');
  await pass(500);
  notes.write('Kredit');
  expect(notes.state.saving).toBe('unsaved');
  await pass(1_100);
  expect(notes.state.saving).toBe('saved');
  expect(sent).toEqual([]);
});

test('A poll fills in what nobody is writing here, and never touches what somebody is', async () => {
  const { openTab } = createNotesDesk();
  using notes = openTab();
  notes.meet({ text: 'Von dort', rev: 2 });
  expect(notes.state.draft.text).toBe('Von dort');
  notes.write('Von hier');
  notes.meet({ text: 'Von dort, mehr', rev: 3 });
  expect(notes.state.draft.text).toBe('Von hier');
});

test('Who leaves takes what was typed along', async () => {
  const { openTab, server, kept } = createNotesDesk();
  const notes = openTab();
  notes.write('Kurz vor dem Gehen');
  notes[Symbol.dispose]();
  await pass(1);
  expect(server.text).toBe('Kurz vor dem Gehen');
  expect(kept()).toEqual([]);
});

test('A device that keeps nothing is told of', async () => {
  const { openTab, device, link } = createNotesDesk();
  using notes = openTab();
  device.isFull = true;
  link.isUp = false;
  notes.write('Neu');
  await pass(2_000);
  expect(notes.state.isStored).toBe(false);
});

test('Text typed without a pause is kept all the same', async () => {
  const { openTab, kept } = createNotesDesk();
  using notes = openTab();
  for (const text of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
    notes.write(text);
    await pass(100);
  }
  expect(kept()).toEqual(['abc']);
});

test('A page that is closed sends its notes without waiting for a pause', async () => {
  const { openTab, server } = createNotesDesk();
  using notes = openTab();
  await notes.looked;
  notes.write('Gleich zu');
  notes.window.dispatchEvent(new Event('pagehide'));
  await pass(1);
  expect(server.text).toBe('Gleich zu');
});

test('Of two tabs on one session, neither touches what the other keeps; it is offered after that tab was killed', async () => {
  const { openTab, server, kept } = createNotesDesk();
  const a = openTab();
  using b = openTab();
  b.write('Kredit. Von B');
  a.write('Kredit. Ein langer Absatz von A');
  await pass(3_000);
  expect(server.text).toBe('Kredit. Von B');
  expect(a.state.draft.theirs?.text).toBe('Kredit. Von B');
  b.write('Kredit. Von B. Und noch mehr');
  await pass(3_000);
  expect(kept()).toEqual(['Kredit. Ein langer Absatz von A']);
  a.kill();
  b[Symbol.dispose]();
  await pass(1);
  using again = openTab();
  await again.looked;
  expect(again.state.draft).toMatchObject({
    text: 'Kredit. Ein langer Absatz von A',
    theirs: { text: 'Kredit. Von B. Und noch mehr' },
  });
});

test('Notes left by several tabs are put together, and each text appears once', async () => {
  const base = { text: 'Kredit', rev: 1 };
  const { openTab, server, kept } = createNotesDesk({
    kept: [
      { text: 'Von A', base },
      { text: 'Von B', base },
      { text: 'Von B', base },
    ],
  });
  using notes = openTab();
  await pass(10);
  expect(notes.state.draft.text).toBe('Von A\n\nVon B');
  expect(server.text).toBe('Von A\n\nVon B');
  expect(kept()).toEqual([]);
});

test('An open tab takes over what a killed one leaves, below its own text', async () => {
  const { openTab, server, link } = createNotesDesk();
  const a = openTab();
  using b = openTab();
  await pass(10);
  link.isUp = false;
  a.write('Von A');
  b.write('Von B');
  await pass(300);
  a.kill();
  await pass(21_000);
  expect(b.state.draft.text).toBe('Von B\n\nVon A');
  link.isUp = true;
  await pass(11_000);
  expect(server.text).toBe('Von B\n\nVon A');
});

test('A tab that is reloaded gets its own text back, although another tab has looked meanwhile', async () => {
  const { openTab, link } = createNotesDesk();
  const a = openTab();
  using b = openTab();
  await pass(10);
  link.isUp = false;
  a.write('Von A');
  await pass(300);
  a.kill();
  await pass(10_500);
  expect(b.state.draft.text).toBe('Kredit');
  using again = openTab();
  await pass(10);
  expect(again.state.draft.text).toBe('Von A');
  await pass(20_000);
  expect(b.state.draft.text).toBe('Kredit');
});

test('A lost answer makes no conflict with the same notes, also after the tab was killed', async () => {
  const { openTab, server, link } = createNotesDesk();
  const a = openTab();
  await writeOverLostAnswer({ link }, a, ['Eins', 'Eins, zwei']);
  a.kill();
  expect(server.text).toBe('Eins');
  Object.assign(link, { isUp: true, losesAnswers: false });
  using again = openTab();
  await pass(1);
  expect(again.state.draft).toMatchObject({ text: 'Eins, zwei', theirs: null });
  expect(server.text).toBe('Eins, zwei');
});

test('A text that one tab has sent without an answer is a conflict for what another tab has left', async () => {
  const base = { text: 'Kredit', rev: 1 };
  const { openTab, server } = createNotesDesk({
    notes: { text: 'Von A', rev: 2 },
    kept: [
      { text: 'Von A', base, sent: ['Von A'] },
      { text: 'Von B', base },
    ],
  });
  using notes = openTab();
  await pass(10);
  expect(notes.state.draft).toMatchObject({ text: 'Von B', theirs: { text: 'Von A' } });
  expect(server.text).toBe('Von A');
});
