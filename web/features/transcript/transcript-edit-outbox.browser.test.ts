import { expect, onTestFinished, test, vi } from 'vitest';
import { createEditOutbox } from './transcript-edit-outbox.ts';
import type { KeptEdits } from './transcript-edit-outbox.ts';

const textOf = ({ edits }: KeptEdits) => edits.map(({ op }) => (op.op === 'text' ? op.text : op.op));

const edits = (...texts: string[]): KeptEdits => ({
  version: 1,
  conflicts: [],
  edits: texts.map((text) => ({
    op: { op: 'text', segment: 's1', text },
    was: ['alt'],
    place: { startS: 0, endS: 1 },
  })),
});

function openTab(session: string, user = 'petra') {
  const outbox = createEditOutbox(user, session, crypto.randomUUID());
  onTestFinished(() => outbox[Symbol.dispose]());
  return outbox;
}

test('What a tab has kept is taken over when that tab is gone, once, and only by its person in its session', async () => {
  const session = crypto.randomUUID();
  const gone = openTab(session);
  await gone.keep(edits('eins'));
  await gone.keep(edits('eins', 'zwei'));
  const living = openTab(session);
  expect(await living.takeOver()).toEqual([]);

  gone[Symbol.dispose]();
  expect(await openTab(session, 'paul').takeOver()).toEqual([]);
  expect(await openTab(crypto.randomUUID()).takeOver()).toEqual([]);
  await vi.waitFor(async () => expect((await living.takeOver()).map(textOf)).toEqual([['eins', 'zwei']]));
  // it is in one hand
  expect(await openTab(session).takeOver()).toEqual([]);
  expect(await living.takeOver()).toEqual([]);
});

test('What was taken over stays on the device until the tab that has it keeps it itself', async () => {
  const session = crypto.randomUUID();
  const first = openTab(session);
  await first.keep(edits('eins'));
  first[Symbol.dispose]();
  const second = openTab(session);
  await vi.waitFor(async () => expect(await second.takeOver()).toHaveLength(1));
  // dies before it wrote
  second[Symbol.dispose]();
  const third = openTab(session);
  await vi.waitFor(async () => expect(await third.takeOver()).toHaveLength(1));
  await third.keep(null);
  third[Symbol.dispose]();
  const fourth = openTab(session);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await fourth.takeOver()).toEqual([]);
});

test('Many entries of dead tabs come all', async () => {
  const session = crypto.randomUUID();
  for (const text of ['a', 'b', 'c']) {
    const tab = openTab(session);
    await tab.keep(edits(text));
    tab[Symbol.dispose]();
  }
  const found: string[] = [];
  const last = openTab(session);
  await vi.waitFor(async () => {
    found.push(...(await last.takeOver()).flatMap(textOf));
    expect(found.toSorted()).toEqual(['a', 'b', 'c']);
  });
});

test('Where the browser keeps nothing, writing goes on', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  onTestFinished(() => open.mockRestore());
  const outbox = openTab(crypto.randomUUID());
  await outbox.keep(edits('eins'));
  expect(await outbox.takeOver()).toEqual([]);
});
