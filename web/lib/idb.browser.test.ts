import { expect, test } from 'vitest';
import { createKeptStore } from './idb.ts';

type Entry = { id: string; value: unknown };
const everything = IDBKeyRange.lowerBound('');

test('a write that cannot be stored changes nothing', async () => {
  using store = createKeptStore<Entry>(`test-${crypto.randomUUID()}`, ['id']);
  const kept = { id: 'kept', value: 1 };
  await store.write({ put: kept });
  const uncloneable = { id: 'new', value: () => {} };
  await expect(store.write({ put: uncloneable, remove: [['kept']] })).rejects.toMatchObject({
    name: 'DataCloneError',
  });
  expect(await store.all(everything)).toEqual([kept]);
  await store.write({ put: { id: 'new', value: 2 }, remove: [['kept']] });
  expect(await store.all(everything)).toEqual([{ id: 'new', value: 2 }]);
});
