import { expect, test } from 'vitest';
import { createLeftRemovals } from './left-removals.ts';

function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** Locks of a browser with these open tabs. */
const locksWith = (open: ReadonlySet<string>) => ({
  hold: async (name: string, { isPatient }: { isPatient: boolean }) =>
    !isPatient && open.has(name) ? null : { [Symbol.dispose]() {} },
});

test('Ids of a closed tab are taken once, by their person only', async () => {
  const storage = memory();
  const open = new Set<string>();
  createLeftRemovals(storage, 'a', locksWith(open)).keep('petra', ['s1', 's2']);
  const next = createLeftRemovals(storage, 'b', locksWith(open));
  expect(await next.take(['urs'])).toEqual([]);
  expect(await next.take(['urs', 'petra'])).toEqual(['s1', 's2']);
  expect(await next.take(['petra'])).toEqual([]);
  expect(storage.length).toBe(0);
});

test('Ids of a tab that is open, and of the same tab, stay with it', async () => {
  const storage = memory();
  const open = new Set(['removal-a']);
  createLeftRemovals(storage, 'a', locksWith(open)).keep('petra', ['s1']);
  const other = createLeftRemovals(storage, 'b', locksWith(open));
  other.keep('petra', ['s2']);
  expect(await other.take(['petra'])).toEqual([]);
  other.keep('petra', []);
  expect(storage.length).toBe(1);
});

test('An entry that cannot be read, and a device that stores nothing, do no harm', async () => {
  const storage = memory();
  storage.setItem('removal-x', '{');
  const full = {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const left = createLeftRemovals(full as Storage, 'a', locksWith(new Set()));
  left.keep('petra', ['s1']);
  expect(await createLeftRemovals(storage, 'b', locksWith(new Set())).take(['petra'])).toEqual([]);
});
