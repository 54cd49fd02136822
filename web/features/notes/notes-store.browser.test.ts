import { expect, onTestFinished, test } from 'vitest';
import { createNotesStore, type KeptNotes } from './notes-store.ts';

/** Creates the database of earlier versions of the page: one text per person and session. */
async function createFormerDatabase(name: string) {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('notes'));
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const db = request.result;
  onTestFinished(() => {
    db.close();
    indexedDB.deleteDatabase(name);
  });
  const run = <T>(work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => {
      const asked = work(db.transaction('notes', 'readwrite').objectStore('notes'));
      asked.addEventListener('success', () => resolve(asked.result));
    });
  return {
    keep: (key: string, notes: KeptNotes, atMs: number) =>
      run((store) => store.put({ text: notes.text, base: notes.base, atMs }, key)),
    keys: () => run((store) => store.getAllKeys()),
  };
}

const base = { text: 'Kredit', rev: 1 };

test('Notes that an earlier version of the page has kept are listed once, and moved into the store', async () => {
  const [name, former] = [crypto.randomUUID(), crypto.randomUUID()];
  onTestFinished(() => void indexedDB.deleteDatabase(name));
  const old = await createFormerDatabase(former);
  await old.keep('u1 s1', { text: 'Kredit, mehr', base }, 1_000);
  await old.keep('u1 s2', { text: 'Andere Sitzung', base }, 2_000);
  await old.keep('with a space s1', { text: 'Andere Person', base }, 3_000);
  const textsOf = async (user: string, session?: string) => {
    using store = createNotesStore(name, former);
    return (await store.list(user, session)).map(({ text }) => text);
  };
  expect(await textsOf('u1', 's1')).toEqual(['Kredit, mehr']);
  expect(await old.keys()).toEqual([]);
  expect(await textsOf('u1', 's1')).toEqual(['Kredit, mehr']);
  expect(await textsOf('u1')).toEqual(['Kredit, mehr', 'Andere Sitzung']);
  expect(await textsOf('with a space')).toEqual(['Andere Person']);

  // A tab of the earlier version is still open and writes.
  await old.keep('u1 s1', { text: 'Kredit, noch mehr', base }, 4_000);
  expect((await textsOf('u1', 's1')).toSorted()).toEqual(['Kredit, mehr', 'Kredit, noch mehr']);
});
