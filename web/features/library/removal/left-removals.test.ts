import { expect, test } from 'vitest';
import { createLeftRemovals } from './left-removals.ts';

const hourMs = 3_600_000;

function setUp() {
  const entries = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
  const open = new Set<string>();
  const locks = {
    hold: async (name: string, { isPatient }: { isPatient: boolean }) => {
      if (open.has(name) && !isPatient) return null;
      open.add(name);
      return { [Symbol.dispose]: () => void open.delete(name) };
    },
  };
  let nowMs = 0;
  const tab = (name: string, hasLocks = true, own: () => Storage = () => storage) =>
    createLeftRemovals({ storage: own, tab: () => name, locks: hasLocks ? locks : null, nowMs: () => nowMs });
  const taken = async (from: ReturnType<typeof tab>, ...users: string[]) => {
    const ids: string[] = [];
    await from.take(users, (more) => ids.push(...more));
    return ids;
  };
  const close = (name: string) => open.delete(`removal-${name}`);
  return { storage, tab, taken, close, pass: (ms: number) => (nowMs += ms) };
}

test('Ids of a closed tab are taken once, by their person only', async () => {
  const { storage, tab, taken, close } = setUp();
  tab('a').keep('petra', ['s1', 's2']);
  close('a');
  const next = tab('b');
  expect(await taken(next, 'urs')).toEqual([]);
  expect(await taken(next, 'urs', 'petra')).toEqual(['s1', 's2']);
  expect(await taken(next, 'petra')).toEqual([]);
  expect(storage.length).toBe(0);
});

test('Ids of a tab that is open, and of the same tab, stay with it', async () => {
  const { storage, tab, taken } = setUp();
  tab('a').keep('petra', ['s1']);
  const other = tab('b');
  other.keep('petra', ['s2']);
  expect(await taken(other, 'petra')).toEqual([]);
  other.keep('petra', []);
  expect(storage.length).toBe(1);
});

test('After a day ids are forgotten, whoever left them', async () => {
  const { storage, tab, taken, close, pass } = setUp();
  tab('a').keep('petra', ['s1']);
  close('a');
  pass(25 * hourMs);
  expect(await taken(tab('b'), 'urs')).toEqual([]);
  expect(storage.length).toBe(0);
});

test('Without Web Locks a tab may be open, so its ids are taken after ten minutes only', async () => {
  const { tab, taken, pass } = setUp();
  tab('a', false).keep('petra', ['s1']);
  expect(await taken(tab('b', false), 'petra')).toEqual([]);
  pass(hourMs);
  expect(await taken(tab('b', false), 'petra')).toEqual(['s1']);
});

test('An entry that cannot be read is removed, and a full device holds nothing that was undone', async () => {
  const { storage, tab, taken, close } = setUp();
  storage.setItem('removal-x', '{');
  storage.setItem('removal-y', '{"user":"petra"}');
  let isFull = false;
  const fills: Storage = {
    ...storage,
    setItem(key, value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      storage.setItem(key, value);
    },
  };
  const a = tab('a', true, () => fills);
  a.keep('petra', ['s0']);
  isFull = true;
  a.keep('petra', ['s1', 's2']);
  close('a');
  expect(await taken(tab('b'), 'petra')).toEqual([]);
  expect(storage.length).toBe(0);
});

test('A device that refuses its storage does no harm', async () => {
  const { tab } = setUp();
  const refused = tab('a', true, () => {
    throw new DOMException('denied', 'SecurityError');
  });
  refused.keep('petra', ['s1']);
  refused.keep('petra', []);
  await expect(refused.take(['petra'], () => {})).rejects.toThrow('denied');
});
