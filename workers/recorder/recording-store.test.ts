import { describe, expect, it } from 'vitest';
import { holdLock } from '#workers/store/web-locks.ts';
import { createMemoryStore } from '#workers/store/memory-store.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { recordingLock } from './recorder.contract.ts';
import { createRecordingStore } from './recording-store.ts';

describe('two calls for the same recording at once', () => {
  it('run one after the other; a failure of the second does not affect the first', async () => {
    const store = createMemoryStore();
    const record = sampleRecord();
    await store.create(record);
    let disposed = 0;
    const open = store.open;
    store.open = async (id) => {
      const file = await open(id);
      if (!file) return null;
      const end = file[Symbol.dispose];
      return Object.defineProperty(file, Symbol.dispose, { value: () => (disposed++, end()) });
    };
    const recordings = createRecordingStore(store);
    const order: string[] = [];
    const first = recordings.taking(record.id, async ({ file }) => {
      order.push('first begins');
      await new Promise((resolve) => setTimeout(resolve, 5));
      await file.append(new Uint8Array(10));
      order.push('first ends');
    });
    const second = recordings.taking(record.id, () => {
      order.push('second');
      return Promise.reject(new Error('no'));
    });
    await first;
    await expect(second).rejects.toThrow('no');
    expect(order).toEqual(['first begins', 'first ends', 'second']);
    expect(disposed).toBe(0);
    expect(recordings.get(record.id)?.file.bytes).toBe(10);
  });
});

describe('the list of kept recordings', () => {
  it('waits for a tab that is just closing, and has what that tab wrote last', async () => {
    const store = createMemoryStore();
    const record = sampleRecord();
    const file = await store.create({ ...record, notes: 'alt' });
    const lock = await holdLock(recordingLock(record.id));
    const listed = createRecordingStore(store).list(record.userId);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await file.update({ notes: 'alt und neu' });
    lock?.[Symbol.dispose]();
    expect((await listed).map(({ record: { notes } }) => notes)).toEqual(['alt und neu']);
  });

  it('has what lies under a former id, and moves it unless a tab has it; it touches nothing of others', async () => {
    const store = createMemoryStore();
    const add = (id: string, userId: string) =>
      store.create(sampleRecord({ id, userId, sessionId: null, notes: `Notiz ${id}` }));
    await add('mine', 'ada');
    await add('former', 'sub of ada');
    await add('running', 'sub of ada');
    await add('other', 'sub of bob');
    const owners = async () =>
      Object.fromEntries((await store.list()).map(({ record: { id, userId } }) => [id, userId]));
    const lock = await holdLock(recordingLock('running'));
    const recordings = createRecordingStore(store);
    const listed = async () =>
      (await recordings.list('ada', ['sub of ada'])).map(({ record: { id, userId } }) => `${id} ${userId}`);
    expect((await listed()).toSorted()).toEqual(['former ada', 'mine ada']);
    expect(await owners()).toEqual({
      mine: 'ada',
      former: 'ada',
      running: 'sub of ada',
      other: 'sub of bob',
    });
    lock?.[Symbol.dispose]();
    expect((await listed()).toSorted()).toEqual(['former ada', 'mine ada', 'running ada']);
    expect((await store.list()).map(({ record: { id, notes } }) => [id, notes])).toContainEqual([
      'running',
      'Notiz running',
    ]);
    expect(await owners()).toMatchObject({ running: 'ada', other: 'sub of bob' });
  });

  it('has what cannot be moved too', async () => {
    const store = createMemoryStore();
    const former = sampleRecord({ id: 'broken', userId: 'sub of ada', sessionId: null, notes: 'Notiz' });
    await store.create(former);
    store.open = () => Promise.reject(new DOMException('broken', 'NotReadableError'));
    const listed = await createRecordingStore(store).list('ada', ['sub of ada']);
    expect(listed.map(({ record: { id } }) => id)).toEqual([former.id]);
    expect((await store.list())[0]!.record.userId).toBe('sub of ada');
  });
});
