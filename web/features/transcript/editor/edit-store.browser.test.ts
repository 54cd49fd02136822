import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { tabLocks } from '#web/lib/tab-locks.ts';
import { setTimings } from '#web/lib/time.ts';
import { createEditOutbox, editLocks } from './edit-store.ts';
import type { EditOutbox, KeptEdits } from './edit-store.ts';

beforeEach(() => setTimings({ reloadWithinMs: 100 }));

const textOf = ({ edits }: KeptEdits) => edits.map(({ op }) => (op.op === 'text' ? op.text : op.op));

async function takeAll(outbox: EditOutbox): Promise<string[][]> {
  const left = await outbox.takeOver();
  for (const one of left) one.accept();
  return left.map(({ kept }) => textOf(kept));
}

const edits = (...texts: string[]): KeptEdits => ({
  version: 1,
  conflicts: [],
  edits: texts.map((text) => ({
    op: { op: 'text', segment: 's1', text },
    was: ['alt'],
    place: { startS: 0, endS: 1 },
  })),
});

function openTab(session: string, ...users: string[]) {
  const [first = 'petra', ...others] = users;
  const outbox = createEditOutbox(() => [first, ...others], session, crypto.randomUUID());
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
  await eventually(async () => expect(await takeAll(living)).toEqual([['eins', 'zwei']]));
  // Only one tab takes over an entry.
  expect(await openTab(session).takeOver()).toEqual([]);
  expect(await living.takeOver()).toEqual([]);
});

test('What was taken over stays on the device until the tab that has it keeps it itself', async () => {
  const session = crypto.randomUUID();
  const first = openTab(session);
  await first.keep(edits('eins'));
  first[Symbol.dispose]();
  const second = openTab(session);
  await eventually(async () => expect(await second.takeOver()).toHaveLength(1));
  // The tab dies before it writes.
  second[Symbol.dispose]();
  const third = openTab(session);
  await eventually(async () => expect(await takeAll(third)).toHaveLength(1));
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
  await eventually(async () => {
    found.push(...(await takeAll(last)).flat());
    expect(found.toSorted()).toEqual(['a', 'b', 'c']);
  });
});

test('If the browser stores nothing, calls reject', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  onTestFinished(() => open.mockRestore());
  const outbox = openTab(crypto.randomUUID());
  await expect(outbox.keep(edits('eins'))).rejects.toThrow('no');
  await expect(outbox.takeOver()).rejects.toThrow('no');
});

test('Edits kept under another id of the same person are found, and then kept under the first id', async () => {
  const session = crypto.randomUUID();
  const former = openTab(session, 'sub of petra');
  await former.keep(edits('eins'));
  former[Symbol.dispose]();
  const second = openTab(session, 'petra', 'sub of petra');
  await eventually(async () => expect(await takeAll(second)).toEqual([['eins']]));
  await second.keep(edits('eins', 'zwei'));
  second[Symbol.dispose]();
  expect(await openTab(session, 'sub of petra').takeOver()).toEqual([]);
  const third = openTab(session, 'petra');
  await eventually(async () => expect(await takeAll(third)).toEqual([['eins', 'zwei']]));
});

test('Entries that were not accepted stay on the device, whatever this tab keeps meanwhile', async () => {
  const session = crypto.randomUUID();
  const first = openTab(session);
  await first.keep(edits('eins'));
  first[Symbol.dispose]();
  const second = openTab(session);
  await eventually(async () => expect(await second.takeOver()).toHaveLength(1));
  await second.keep(edits('zwei'));
  await second.keep(null);
  second[Symbol.dispose]();
  const third = openTab(session);
  await eventually(async () => expect(await takeAll(third)).toEqual([['eins']]));
});

test('While a session’s edits are being sent without a screen, a tab that opens the session waits', async () => {
  const session = crypto.randomUUID();
  const left = openTab(session);
  await left.keep(edits('eins'));
  left[Symbol.dispose]();
  const going = await tabLocks.hold(editLocks.session(session), { isPatient: true });
  const screen = openTab(session);
  let taken: string[][] | null = null;
  const taking = takeAll(screen).then((all) => (taken = all));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(taken).toBeNull();
  going?.[Symbol.dispose]();
  expect(await taking).toEqual([['eins']]);
  expect(await tabLocks.hold(editLocks.session(session), { isPatient: false })).toBeNull();
});
