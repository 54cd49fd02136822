/** Tests that every driver of `PieceStore` passes. */
import { expect, it } from 'vitest';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { samplePiece } from '#workers/testing/store.contract.ts';
import type { PieceFile, PieceStore } from './piece-store.ts';
import type { StoreKind } from './store.contract.ts';

export const pieceBytes = 2_000;

export async function appendPieces(file: PieceFile, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) await file.append(samplePiece(number, pieceBytes));
}

export async function samplePieces(to: number): Promise<Uint8Array> {
  const pieces = Array.from({ length: to }, (_, number) => samplePiece(number, pieceBytes));
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export const allOf = (file: PieceFile): Promise<Uint8Array> => file.read(0, file.bytes);

export function storeSuite(kind: StoreKind, open: () => Promise<PieceStore>): void {
  it('gives back what was appended, across pieces and up to what there is', async () => {
    using store = await open();
    using file = await store.create(sampleRecord());
    expect(file.bytes).toBe(0);
    expect(await file.read(0, 100)).toHaveLength(0);
    await appendPieces(file, 0, 10);
    const sound = await samplePieces(10);
    expect(file.bytes).toBe(sound.length);
    expect(await allOf(file)).toEqual(sound);
    for (const [from, to] of [
      [0, 1],
      [1_999, 2_001],
      [2_000, 4_000],
      [3_500, 11_234],
      [19_999, 90_000],
      [7, 7],
    ] as const)
      expect(await file.read(from, to)).toEqual(sound.subarray(from, to));
  });

  it('takes pieces of any size, in the order in which they were given', async () => {
    using store = await open();
    using file = await store.create(sampleRecord());
    const pieces = [1, 576, 0, 192, 40_000, 3].map((bytes, number) => samplePiece(number, bytes));
    await Promise.all(pieces.map((piece) => file.append(piece)));
    expect(file.bytes).toBe(40_772);
    expect(await file.read(0, 50_000)).toEqual(new Uint8Array(await new Blob(pieces).arrayBuffer()));
  });

  it('keeps a part of a larger buffer only, whatever happens to the buffer', async () => {
    using store = await open();
    using file = await store.create(sampleRecord());
    const buffer = samplePiece(1, 1_000);
    const expected = buffer.slice(100, 300);
    await file.append(buffer.subarray(100, 300));
    buffer.fill(0);
    expect(await file.read(0, 1_000)).toEqual(expected);
  });

  it('replaces fields of the record and leaves the others', async () => {
    using store = await open();
    const record = sampleRecord();
    using file = await store.create(record);
    const notes = 'Traktandum 2: Budget 😀'.repeat(2_000);
    await file.update({ uploadUrl: '/api/v1/uploads/1' });
    await file.update({ notes });
    expect(file.record).toEqual({ ...record, uploadUrl: '/api/v1/uploads/1', notes });
    await file.update({ notes: '' });
    expect((await store.list())[0]?.record).toEqual({ ...record, uploadUrl: '/api/v1/uploads/1' });
  });

  it('lists every recording with its bytes and when it was written, while they are open', async () => {
    using store = await open();
    const before = Date.now();
    const [one, two] = [sampleRecord(), sampleRecord({ userId: 'bob', part: 2 })];
    using first = await store.create(one);
    using second = await store.create(two);
    await appendPieces(first, 0, 3);
    const listed = await store.list();
    expect(listed.map(({ record }) => record.id).toSorted()).toEqual([one.id, two.id].toSorted());
    const found = listed.find(({ record }) => record.id === one.id)!;
    expect(found).toMatchObject({ record: one, bytes: 3 * pieceBytes });
    expect(found.writtenAtMs).toBeGreaterThanOrEqual(before);
    expect(found.writtenAtMs).toBeLessThanOrEqual(Date.now());
    expect(listed.find(({ record }) => record.id === two.id)).toMatchObject({
      record: two,
      bytes: 0,
      writtenAtMs: null,
    });
    expect(second.bytes).toBe(0);
  });

  it('opens again what was put aside, and goes on behind it', async () => {
    using store = await open();
    const record = sampleRecord();
    const before = await store.create(record);
    await appendPieces(before, 0, 5);
    before[Symbol.dispose]();
    using file = (await store.open(record.id))!;
    expect(file.record).toEqual(record);
    await appendPieces(file, 5, 8);
    expect(await allOf(file)).toEqual(await samplePieces(8));
  });

  it('refuses to begin a recording twice', async () => {
    using store = await open();
    const record = sampleRecord();
    using file = await store.create(record);
    await file.append(samplePiece(0, 10));
    await expect(store.create(record)).rejects.toMatchObject({ name: expect.any(String) });
    expect((await store.list()).map(({ bytes }) => bytes)).toEqual([10]);
  });

  it('removes one recording and no other, open or not, there or not', async () => {
    using store = await open();
    const [one, two, three] = [sampleRecord(), sampleRecord(), sampleRecord()];
    for (const record of [one, two, three]) await appendPieces(await store.create(record), 0, 2);
    await store.remove(one.id);
    await store.remove('nobody');
    expect((await store.list()).map(({ record }) => record.id).toSorted()).toEqual(
      [two.id, three.id].toSorted(),
    );
    expect(await store.open(one.id)).toBeNull();
  });

  it('knows how much fits, or that it does not know', async () => {
    using store = await open();
    const free = await store.freeBytes();
    expect(store.kind).toBe(kind);
    expect(free === null).toBe(kind === 'memory');
    expect(free ?? 1_000_001).toBeGreaterThan(1_000_000);
  });
}
