import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { samplePiece } from '#workers/testing/store.contract.ts';
import { createMemoryStore } from './memory-store.ts';
import { createOverflowing, openOverflowing } from './overflow-file.ts';
import type { PieceFile, PieceStore } from './piece-store.ts';

/** A store with limited room that counts its calls. */
function cramped(roomBytes: number) {
  const inner = createMemoryStore();
  const room = { bytes: roomBytes, tries: 0, refusesRecords: false };
  const check = (needed: number) => {
    room.tries += 1;
    if (needed > room.bytes) throw new DOMException('no room', 'QuotaExceededError');
  };
  const wrap = (file: PieceFile): PieceFile => ({
    get record() {
      return file.record;
    },
    get bytes() {
      return file.bytes;
    },
    async append(piece) {
      check(file.bytes + piece.length);
      await file.append(piece);
    },
    read: (from, to) => file.read(from, to),
    async update(change) {
      check(room.refusesRecords ? Number.POSITIVE_INFINITY : 0);
      await file.update(change);
    },
    [Symbol.dispose]: () => file[Symbol.dispose](),
  });
  const store: PieceStore = {
    ...inner,
    async create(record) {
      check(1);
      return wrap(await inner.create(record));
    },
    async open(id) {
      const file = await inner.open(id);
      return file && wrap(file);
    },
  };
  return { store, room };
}

const filled = async (roomBytes: number, pieces: number) => {
  const { store, room } = cramped(roomBytes);
  const record = sampleRecord();
  const file = await createOverflowing(store, record, { retryAfterPieces: 4 });
  for (let number = 0; number < pieces; number++) await file.append(samplePiece(number, 100));
  return { store, room, file, id: record.id };
};
const soundOf = (pieces: number) =>
  new Uint8Array(Buffer.concat(Array.from({ length: pieces }, (_, number) => samplePiece(number, 100))));

describe('a recording that no longer fits', () => {
  it('is whole for its reader: the store has the front, memory the rest', async () => {
    const { file, store } = await filled(350, 10);
    expect(file).toMatchObject({ bytes: 1_000, overflowBytes: 700 });
    const sound = soundOf(10);
    await fc.assert(
      fc.asyncProperty(fc.nat(1_100), fc.nat(1_100), async (from, to) => {
        expect(await file.read(from, to)).toEqual(sound.slice(from, Math.max(from, to)));
      }),
    );
    expect(await store.list()).toMatchObject([{ bytes: 300 }]);
  });

  it('is never tried with each piece, and moves in by itself and in order when there is room', async () => {
    const { file, room, store, id } = await filled(350, 7);
    const before = room.tries;
    await file.append(samplePiece(7, 100));
    await file.append(samplePiece(8, 100));
    expect(room.tries - before).toBeLessThanOrEqual(1);
    room.bytes = 10_000;
    for (let number = 9; number < 14; number++) await file.append(samplePiece(number, 100));
    expect(file).toMatchObject({ bytes: 1_400, overflowBytes: 0 });
    const found = (await store.open(id))!;
    expect(await found.read(0, 2_000)).toEqual(soundOf(14));
  });

  it('moves in by parts when a lot waits', async () => {
    const { store, room } = cramped(0);
    const file = await createOverflowing(store, sampleRecord(), { retryAfterPieces: 4 });
    for (let number = 0; number < 50; number++) await file.append(samplePiece(number, 60_000));
    expect(file.overflowBytes).toBe(3_000_000);
    room.bytes = 10_000_000;
    const overflow: number[] = [];
    for (let number = 50; number < 54; number++) {
      await file.append(samplePiece(number, 60_000));
      overflow.push(file.overflowBytes);
    }
    expect(overflow.some((bytes) => bytes > 0 && bytes < 3_000_000)).toBe(true);
    expect(await file.settle()).toBe(true);
    expect(file).toMatchObject({ overflowBytes: 0, bytes: 54 * 60_000 });
    expect(await file.read(53 * 60_000, 54 * 60_000)).toEqual(samplePiece(53, 60_000));
  });

  it('begins in memory where not even its record fits, with all that was changed since', async () => {
    const { file, room, store } = await filled(0, 3);
    await file.update({ notes: 'later' });
    expect(file).toMatchObject({ bytes: 300, overflowBytes: 300, record: { notes: 'later' } });
    expect(await store.list()).toEqual([]);
    expect(await file.settle()).toBe(false);
    room.bytes = 1_000;
    expect(await file.settle()).toBe(true);
    expect(await store.list()).toMatchObject([{ bytes: 300, record: { notes: 'later' } }]);
  });

  it('keeps a record that could not be written and writes it later', async () => {
    const { file, room, store } = await filled(5_000, 1);
    room.refusesRecords = true;
    await file.update({ uploadUrl: '/1' });
    expect(file.record.uploadUrl).toBe('/1');
    expect(await store.list()).toMatchObject([{ record: { uploadUrl: null } }]);
    for (let number = 1; number < 4; number++) await file.append(samplePiece(number, 100));
    room.refusesRecords = false;
    for (let number = 4; number < 9; number++) await file.append(samplePiece(number, 100));
    expect(await store.list()).toMatchObject([{ bytes: 900, record: { uploadUrl: '/1' } }]);
  });

  it('is finished on the device only when its last byte is there', async () => {
    const { file, room, store } = await filled(350, 5);
    const finished = { bytes: 500, duration: 1, sha256: 'a' };
    await file.update({ finished, notes: 'done' });
    expect(file.record.finished).toEqual(finished);
    expect(await store.list()).toMatchObject([{ bytes: 300, record: { finished: null, notes: 'done' } }]);
    room.bytes = 1_000;
    await file.settle();
    expect(await store.list()).toMatchObject([{ bytes: 500, record: { finished } }]);
  });

  it('goes on behind what was recovered', async () => {
    const { store, file, id } = await filled(1_000, 5);
    file[Symbol.dispose]();
    const again = (await openOverflowing(store, id))!;
    for (let number = 5; number < 12; number++) await again.append(samplePiece(number, 100));
    expect(again).toMatchObject({ bytes: 1_200, overflowBytes: 200 });
    expect(await again.read(0, 1_200)).toEqual(soundOf(12));
    expect(await openOverflowing(store, 'nobody')).toBeNull();
  });

  it('comes into being no more once it was disposed of', async () => {
    const { file, room, store } = await filled(0, 3);
    file[Symbol.dispose]();
    room.bytes = 1_000;
    expect(await file.settle()).toBe(false);
    expect(await store.list()).toEqual([]);
  });

  it('holds every byte once, however room comes and goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ room: fc.nat(3_000), size: fc.nat(200) }), { maxLength: 40 }),
        async (steps) => {
          const { store, room } = cramped(0);
          const file = await createOverflowing(store, sampleRecord(), { retryAfterPieces: 2 });
          const pieces = steps.map(({ size }, number) => samplePiece(number, size));
          for (const [number, step] of steps.entries()) {
            room.bytes = step.room;
            await file.append(pieces[number]!);
          }
          const sound = new Uint8Array(Buffer.concat(pieces));
          expect(await file.read(0, file.bytes)).toEqual(sound);
          room.bytes = Number.POSITIVE_INFINITY;
          await file.settle();
          expect(file).toMatchObject({ bytes: sound.length, overflowBytes: 0 });
          expect(await file.read(0, file.bytes)).toEqual(sound);
        },
      ),
    );
  });
});
