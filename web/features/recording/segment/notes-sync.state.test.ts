import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { mergedNotes } from './merge-notes.rules.ts';
import { createNotesSync } from './notes-sync.state.ts';
import type { SaveNotes } from '#web/features/recording/server/server-port.ts';
import { createFakeServer } from '#web/features/recording/recording-doubles.ts';

function open(change: { save?: SaveNotes; sessionId?: string | null; text?: string; rev?: number } = {}) {
  const server = createFakeServer();
  const merged: string[] = [];
  const onSaved = vi.fn<() => void>();
  const sync = createNotesSync({
    save: change.save ?? server.port.saveNotes,
    sessionId: () => ('sessionId' in change ? (change.sessionId ?? null) : 's1'),
    text: change.text ?? '',
    rev: change.rev ?? 0,
    afterMs: 1,
    againMs: 1,
    onSaved,
    onMerged: (text) => merged.push(text),
  });
  onTestFinished(() => sync[Symbol.dispose]());
  return { server, sync, merged, onSaved };
}

test('What is written arrives by itself, the last of it in the end', async () => {
  const { server, sync, onSaved } = open();
  for (const text of ['A', 'AB', 'ABC']) sync.set(text);
  await eventually(() => expect(server.notes.get('s1')?.text).toBe('ABC'));
  expect(onSaved).toHaveBeenCalled();
  expect(server.notes.get('s1')?.rev).toBe(1);
});

test('What was written elsewhere meanwhile stays, above ours', async () => {
  const { server, sync, merged } = open();
  server.notes.set('s1', { text: 'von ihr', rev: 3 });
  sync.set('von mir');
  await sync.flush();
  expect(server.notes.get('s1')).toEqual({ text: 'von ihr\n\nvon mir', rev: 4 });
  expect(merged).toEqual(['von ihr\n\nvon mir']);
});

test('An answer that was lost does not double what we wrote', async () => {
  const server = createFakeServer();
  let isLost = true;
  const { sync, merged } = open({
    async save(...call) {
      const answer = await server.port.saveNotes(call[0], call[1]);
      if (!isLost) return answer;
      isLost = false;
      throw new Error('lost');
    },
  });
  sync.set('A');
  await eventually(() => expect(isLost).toBe(false));
  sync.set('A und B');
  await sync.flush();
  expect(server.notes.get('s1')?.text).toBe('A und B');
  expect(merged).toEqual([]);
});

/** A server that has the notes “Kredit”. While `link.loses`, it saves notes, but its answers are lost. */
function openLossy() {
  const server = createFakeServer();
  const link = { loses: true, tries: [] as string[] };
  server.notes.set('s1', { text: 'Kredit', rev: 1 });
  const opened = open({
    text: 'Kredit',
    rev: 1,
    async save(...call) {
      const answer = await server.port.saveNotes(call[0], call[1]);
      link.tries.push(call[1].text);
      if (link.loses) throw new Error('lost');
      return answer;
    },
  });
  const arrives = (text: string) => eventually(() => expect(server.notes.get('s1')?.text).toBe(text));
  return { ...opened, server, link, arrives };
}

test('What is undone after a lost answer is undone on the server', async () => {
  const { sync, link, arrives, merged, onSaved } = openLossy();
  sync.set('Kredit bewilligt');
  await arrives('Kredit bewilligt');
  sync.set('Kredit');
  await eventually(() => expect(link.tries).toContain('Kredit'));
  expect(onSaved).not.toHaveBeenCalled();
  expect(sync.isPending()).toBe(true);
  link.loses = false;
  await arrives('Kredit');
  await eventually(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sync.isPending()).toBe(false);
  expect(merged).toEqual([]);
});

test('Waiting for what was undone after a lost answer sends it', async () => {
  const { server, sync, link, arrives } = openLossy();
  sync.set('Kredit bewilligt');
  await expect(sync.flush()).rejects.toThrow('lost');
  await arrives('Kredit bewilligt');
  link.loses = false;
  sync.set('Kredit');
  await sync.flush();
  expect(server.notes.get('s1')?.text).toBe('Kredit');
});

test('What is corrected after a lost answer does not stay beside the correction', async () => {
  const { server, sync, link, arrives, merged } = openLossy();
  sync.set('Kredit bewiligt');
  await arrives('Kredit bewiligt');
  sync.set('Kredit bewilligt?');
  await expect(sync.flush()).rejects.toThrow('lost');
  sync.set('Kredit bewilligt');
  link.loses = false;
  await sync.flush();
  expect(server.notes.get('s1')?.text).toBe('Kredit bewilligt');
  expect(merged).toEqual([]);
});

test('What was written elsewhere after a lost answer stays, above ours', async () => {
  const { server, sync, link, arrives, merged } = openLossy();
  sync.set('Kredit bewiligt');
  await arrives('Kredit bewiligt');
  server.notes.set('s1', { text: 'von ihr', rev: 3 });
  link.loses = false;
  sync.set('Kredit bewilligt');
  await sync.flush();
  expect(server.notes.get('s1')?.text).toBe('von ihr\n\nKredit bewilligt');
  expect(merged).toEqual(['von ihr\n\nKredit bewilligt']);
});

test('What is typed and deleted again before it was sent is not sent', async () => {
  const save = vi.fn<SaveNotes>();
  const { sync, onSaved } = open({ save });
  sync.set('A');
  sync.set('');
  await sync.flush();
  await eventually(() => expect(onSaved).toHaveBeenCalled());
  expect(save).not.toHaveBeenCalled();
});

test('A failed saving is tried again; whoever waits for it is told', async () => {
  let failures = 2;
  const server = createFakeServer();
  const { sync } = open({
    async save(...call) {
      if (failures-- > 0) throw new Error('no');
      return await server.port.saveNotes(call[0], call[1]);
    },
  });
  sync.set('A');
  await expect(sync.flush()).rejects.toThrow('no');
  sync.set('AB');
  await eventually(() => expect(server.notes.get('s1')?.text).toBe('AB'));
});

test('Without a session nothing counts as saved', async () => {
  const { sync, onSaved } = open({ sessionId: null });
  sync.set('A');
  await expect(sync.flush()).rejects.toThrow('no session');
  expect(onSaved).not.toHaveBeenCalled();
});

test.each([
  ['', 'a', 'a'],
  ['a', '', 'a'],
  ['a b', 'a', 'a b'],
  ['a', 'a b', 'a b'],
  ['a', 'b', 'a\n\nb'],
])('%j there and %j here become %j', (there, here, both) => {
  expect(mergedNotes(there, here)).toBe(both);
});
