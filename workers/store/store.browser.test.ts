import { afterEach, describe, expect, it } from 'vitest';
import { bestStore, hasPrivateFiles } from '#workers/testing/engine.ts';
import { openRemoteStore, type RemoteStore } from '#workers/testing/remote-store.ts';
import { removeRecordings } from '#workers/testing/remove-recordings.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { samplePiece } from '#workers/testing/store.contract.ts';
import { allOf, appendPieces, pieceBytes, samplePieces, storeSuite } from './store-suite.ts';
import type { StoreKind } from './store.contract.ts';

async function visit<T>(kinds: StoreKind[] | null, use: (store: RemoteStore) => Promise<T>): Promise<T> {
  using store = await openRemoteStore(kinds);
  return await use(store);
}

afterEach(removeRecordings);

/** Places that this engine has. */
const durable = (['opfs', 'indexeddb'] as const).filter((kind) => kind !== 'opfs' || hasPrivateFiles);

/** A recording of `pieces` pieces whose worker was terminated. */
const brokenOff = (kind: StoreKind, pieces: number, record = sampleRecord()) =>
  visit([kind], async (store) => {
    await appendPieces(await store.create(record), 0, pieces);
    return record.id;
  });

describe.each([...durable, 'memory'] as const)('pieces in %s', (kind) => {
  storeSuite(kind, () => openRemoteStore([kind]));
});

describe.each(durable)('after a crash, %s', (kind) => {
  it('has every piece whose append had resolved, and the last record', async () => {
    const record = sampleRecord();
    await visit([kind], async (store) => {
      const file = await store.create(record);
      await appendPieces(file, 0, 100);
      await file.update({ notes: 'kept' });
      // Interrupted during one more piece.
      void file.append(samplePiece(100, pieceBytes)).catch(() => {});
    });
    await visit([kind], async (store) => {
      const [listed] = await store.list();
      using file = (await store.open(record.id))!;
      expect(file.record).toEqual({ ...record, notes: 'kept' });
      expect(listed).toMatchObject({ record: file.record, bytes: file.bytes });
      expect([100, 101]).toContain(file.bytes / pieceBytes);
      expect(await allOf(file)).toEqual(await samplePieces(file.bytes / pieceBytes));
      await appendPieces(file, file.bytes / pieceBytes, 110);
      expect(await allOf(file)).toEqual(await samplePieces(110));
    });
  });

  it('lists what another tab records at the moment, and neither disturbs the other', async () => {
    using recording = await openRemoteStore([kind]);
    const record = sampleRecord();
    const file = await recording.create(record);
    using looking = await openRemoteStore([kind]);
    const seen: number[] = [];
    for (let pieces = 0; pieces < 400; pieces += 40) {
      const going = appendPieces(file, pieces, pieces + 40);
      const listed = await looking.list();
      await going;
      expect(listed.map((one) => one.record.id)).toEqual([record.id]);
      seen.push(listed[0]!.bytes);
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect((await looking.list())[0]!.bytes).toBe(400 * pieceBytes);
    expect(await allOf(file)).toEqual(await samplePieces(400));
  });
});

describe.skipIf(!hasPrivateFiles)('private files', () => {
  it('are taken by each of many workers that open them at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const opened = await Promise.all(Array.from({ length: 6 }, () => openRemoteStore(null)));
      const kinds = opened.map((store) => store.kind);
      for (const store of opened) store[Symbol.dispose]();
      expect(kinds).toEqual(Array.from(kinds, () => 'opfs'));
    }
  });

  const recovered = (id: string) =>
    visit(['opfs'], async (store) => {
      const [listed] = await store.list();
      using file = await store.open(id);
      if (file) expect(await allOf(file)).toEqual(await samplePieces(file.bytes / pieceBytes));
      expect(listed?.bytes).toBe(file?.bytes);
      return file && { pieces: file.bytes / pieceBytes, record: file.record };
    });
  const spoilt = async (
    id: string,
    ...what: { name: string; cut?: number; at?: number; garbage?: Uint8Array<ArrayBuffer> }[]
  ) => {
    await visit(['opfs'], async (store) => {
      for (const one of what) await store.worker.call('spoil', { id, ...one });
    });
    return await recovered(id);
  };

  it('lose one piece where its bytes, its entry or either end is torn', async () => {
    const garbage = samplePiece(77, 700);
    expect(await spoilt(await brokenOff('opfs', 9), { name: 'sound.mp3', cut: 1 })).toMatchObject({
      pieces: 8,
    });
    await removeRecordings();
    expect(await spoilt(await brokenOff('opfs', 9), { name: 'journal', cut: 5 })).toMatchObject({
      pieces: 8,
    });
    await removeRecordings();
    const inPiece = { name: 'sound.mp3', at: -10, garbage: garbage.subarray(0, 4) };
    expect(await spoilt(await brokenOff('opfs', 9), inPiece)).toMatchObject({ pieces: 8 });
    await removeRecordings();
    const inLine = { name: 'journal', at: -20, garbage: garbage.subarray(0, 12) };
    expect(await spoilt(await brokenOff('opfs', 9), inLine)).toMatchObject({ pieces: 8 });
  });

  it('lose nothing where garbage lies behind either end', async () => {
    const garbage = samplePiece(77, 700);
    const id = await brokenOff('opfs', 9);
    expect(await spoilt(id, { name: 'sound.mp3', garbage }, { name: 'journal', garbage })).toMatchObject({
      pieces: 9,
    });
  });

  it('are found empty where the whole journal is gone, and then take new pieces', async () => {
    const id = await brokenOff('opfs', 4);
    expect(await spoilt(id, { name: 'journal', cut: 1_000 })).toMatchObject({ pieces: 0 });
    await visit(['opfs'], async (store) => {
      using file = (await store.open(id))!;
      await appendPieces(file, 0, 2);
      expect(await allOf(file)).toEqual(await samplePieces(2));
    });
  });

  it('have the record before the last where the last is torn', async () => {
    const record = sampleRecord();
    await visit(['opfs'], async (store) => {
      const file = await store.create(record);
      await file.update({ notes: 'one' });
      await file.update({ notes: 'two' });
    });
    const torn = { name: 'record.0', at: -16_384 + 40, garbage: samplePiece(1, 20) };
    expect((await spoilt(record.id, torn))?.record.notes).toBe('one');
    expect(await spoilt(record.id, { ...torn, name: 'record.1' })).toBeNull();
  });

  it('do not call finished what lost its end', async () => {
    const finished = { bytes: 9 * pieceBytes, duration: 2, sha256: 'a'.repeat(64) };
    const finish = async () => {
      const record = sampleRecord({ takes: [0, 16_001].map((bytes) => ({ bytes, at: 0, lostMs: null })) });
      await visit(['opfs'], async (store) => {
        const file = await store.create(record);
        await appendPieces(file, 0, 9);
        await file.update({ finished });
      });
      return record.id;
    };
    expect((await recovered(await finish()))?.record).toMatchObject({ finished, takes: [{}, {}] });
    await removeRecordings();
    const shortened = await spoilt(await finish(), { name: 'sound.mp3', cut: 1 });
    expect(shortened?.record).toMatchObject({ finished: null, takes: [{ bytes: 0 }] });
  });

  it('that another tab holds are neither opened nor removed', async () => {
    using recording = await openRemoteStore(['opfs']);
    const record = sampleRecord();
    const file = await recording.create(record);
    await appendPieces(file, 0, 2);
    await visit(['opfs'], async (store) => {
      await expect(store.open(record.id)).rejects.toMatchObject({ code: 'NoModificationAllowedError' });
      await expect(store.remove(record.id)).rejects.toMatchObject({ code: 'NoModificationAllowedError' });
    });
    await appendPieces(file, 2, 4);
    await expect(recording.open(record.id)).rejects.toMatchObject({ code: 'InvalidStateError' });
    expect(await allOf(file)).toEqual(await samplePieces(4));
  });

  it('that a removal left behind are put away, those of a recording never', async () => {
    const id = await brokenOff('opfs', 2);
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('recordings');
    const remnant = await root.getDirectoryHandle('remnant', { create: true });
    await remnant.getFileHandle('sound.mp3', { create: true });
    expect(await visit(['opfs'], (store) => store.list())).toMatchObject([{ record: { id } }]);
    const names = [];
    for await (const name of root.keys()) names.push(name);
    expect(names).toEqual([id]);
  });
});

describe('finding a place', () => {
  it('goes by what works: private files, the database, memory', async () => {
    const placeWithout = async (hidden: ('opfs' | 'indexeddb')[]) => {
      using store = await openRemoteStore(null, { hidden });
      using file = await store.create(sampleRecord());
      await appendPieces(file, 0, 2);
      expect(await allOf(file)).toEqual(await samplePieces(2));
      return store.kind;
    };
    expect(await placeWithout([])).toBe(bestStore);
    expect(await placeWithout(['opfs'])).toBe('indexeddb');
    expect(await placeWithout(['indexeddb'])).toBe(hasPrivateFiles ? 'opfs' : 'memory');
    expect(await placeWithout(['opfs', 'indexeddb'])).toBe('memory');
  });

  it.skipIf(!hasPrivateFiles)('finds what an earlier visit left in the other place', async () => {
    const [id, other] = [await brokenOff('indexeddb', 3), await brokenOff('opfs', 4)];
    await visit(null, async (store) => {
      expect(store.kind).toBe('opfs');
      const ids = (await store.list()).map(({ record }) => record.id);
      expect(ids.toSorted()).toEqual([id, other].toSorted());
      using file = (await store.open(id))!;
      await appendPieces(file, 3, 5);
      expect(await allOf(file)).toEqual(await samplePieces(5));
      await store.remove(id);
      expect((await store.list()).map(({ record }) => record.id)).toEqual([other]);
    });
  });

  it.skipIf(!hasPrivateFiles)('looks again into a place that did not open at first', async () => {
    const id = await brokenOff('opfs', 2);
    using store = await openRemoteStore(null, { hidden: ['opfs'] });
    expect(store.kind).toBe('indexeddb');
    expect(await store.list()).toEqual([]);
    await store.worker.call('hide', []);
    expect((await store.list()).map(({ record }) => record.id)).toEqual([id]);
  });
});
