import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { clearLocalEdits, createEditsStore } from './local-edits.ts';
import type { EditsStore } from './local-edits.ts';

const talk = { name: 'talk.wav', bytes: 1, lastModifiedMs: 1 };
const other = { name: 'other.wav', bytes: 2, lastModifiedMs: 2 };
const cut = { trim: { durationS: 9, kept: [[1, 2]], pauseS: 5 }, loudness: 'as_is' };
const record = (edits: unknown = cut) => ({ edits, isDiscarded: false, atMs: Date.now() });

async function visit<T>(
  use: (store: EditsStore) => Promise<T>,
  {
    userId = 'ada',
    nowMs = Date.now(),
    ...scope
  }: { userId?: string; nowMs?: number; formerId?: string } = {},
): Promise<T> {
  using store = createEditsStore({ userId, ...scope, sessionId: 'one' }, () => nowMs);
  return await use(store);
}

afterEach(() => clearLocalEdits(null));

describe('edits on this device', () => {
  it('are found again for the same file', async () => {
    await visit(async (store) => {
      await store.write(talk, record('older'));
      await store.write(talk, record());
    });
    await visit(async (store) => {
      expect(await store.read(talk)).toMatchObject({ edits: cut, isDiscarded: false });
      expect(await store.read(other)).toBeNull();
    });
  });

  it('are written although the store is disposed of right after the call', async () => {
    using reader = createEditsStore({ userId: 'ada', sessionId: 'one' });
    const writer = createEditsStore({ userId: 'ada', sessionId: 'one' });
    await writer.read(talk);
    void writer.write(talk, record());
    writer[Symbol.dispose]();
    await expect.poll(() => reader.read(talk)).toMatchObject({ edits: cut });
  });

  it('are found under the former id of the person, and written under our own', async () => {
    const both = { userId: 'ada', formerId: 'sub of ada' };
    await visit((store) => store.write(talk, record('older')), { userId: 'sub of ada' });
    await visit((store) => store.write(other, record('other')), { userId: 'sub of ada' });
    await visit(async (store) => {
      expect(await store.read(talk)).toMatchObject({ edits: 'older' });
      await store.write(talk, record());
    }, both);
    // Whoever knows one id only sweeps what lies under the other.
    await visit(async (store) => {
      expect(await store.read(talk)).toMatchObject({ edits: cut });
      expect(await store.read(other)).toBeNull();
    });
    await visit((store) => store.write(talk, record('older')), { userId: 'sub of ada' });
    await visit((store) => store.remove(talk), both);
    expect(await visit((store) => store.read(talk), { userId: 'sub of ada' })).toBeNull();
  });

  it('are removed by file, by session, after a day, and by another person', async () => {
    const isThere = () => visit(async (store) => (await store.read(talk)) !== null);
    const write = () => visit((store) => store.write(talk, record()));
    await write();
    await visit((store) => store.remove(other));
    expect(await isThere()).toBe(true);
    await visit((store) => store.remove(null));
    expect(await isThere()).toBe(false);
    await write();
    await visit((store) => store.read(talk), { nowMs: Date.now() + limits.storedUploadExpiryMs });
    expect(await isThere()).toBe(false);
    await write();
    await visit((store) => store.read(talk), { userId: 'bob' });
    expect(await isThere()).toBe(false);
    await write();
    await clearLocalEdits(['bob']);
    expect(await isThere()).toBe(true);
    await clearLocalEdits(['ada']);
    expect(await isThere()).toBe(false);
  });
});
