import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePiece } from '#workers/testing/store.contract.ts';
import { checkedEntries, journalEntry, entryBytes, recover, type Bytes } from './journal.rules.ts';

const join = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const bytesOf = (bytes: Uint8Array): Bytes & { looked: number } => ({
  length: bytes.length,
  looked: 0,
  async read(from, to) {
    const found = bytes.subarray(from, Math.max(from, to));
    this.looked += found.length;
    return found;
  },
});

/** Sound and journal of pieces of these sizes. */
function recorded(sizes: readonly number[]) {
  const pieces = sizes.map((bytes, number) => samplePiece(number, bytes));
  let end = 0;
  const entries = pieces.map((piece, number) =>
    journalEntry(number, (end += piece.length), 1_000 + number, piece),
  );
  return { journal: join(entries), sound: join(pieces) };
}
const found = (journal: Uint8Array, sound: Uint8Array) => recover(bytesOf(journal), bytesOf(sound));
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 * checkedEntries });
const upTo = (list: readonly number[], pieces: number) => ({
  pieces,
  bytes: list.slice(0, pieces).reduce((sum, size) => sum + size, 0),
  writtenAtMs: pieces === 0 ? null : 999 + pieces,
});

describe('what is found after a crash', () => {
  it('is everything where nothing is torn, and garbage behind it is not', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.uint8Array({ maxLength: 90 }), async (sizes, garbage) => {
        const { journal, sound } = recorded(sizes);
        expect(await found(join([journal, garbage]), join([sound, garbage]))).toEqual(
          upTo(sizes, sizes.length),
        );
      }),
    );
  });

  it('is every piece before the end of the shorter of the two, wherever they were cut', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (sizes, soundCut, journalCut) => {
        const { journal, sound } = recorded(sizes);
        const soundLeft = sound.subarray(0, sound.length - (soundCut % (sound.length + 1)));
        const journalLeft = journal.subarray(0, journal.length - (journalCut % (journal.length + 1)));
        let whole = Math.floor(journalLeft.length / entryBytes);
        while (upTo(sizes, whole).bytes > soundLeft.length) whole--;
        expect(await found(journalLeft, soundLeft)).toEqual(upTo(sizes, whole));
      }),
    );
  });

  it('ends before the first of the last entries that is torn, or whose piece is', async () => {
    const many = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 2 * checkedEntries });
    await fc.assert(
      fc.asyncProperty(
        many,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (sizes, at, flip, inSound) => {
          const { journal, sound } = recorded(sizes);
          const torn = inSound ? sound : journal;
          const first = Math.max(0, sizes.length - checkedEntries);
          const from = inSound ? upTo(sizes, first).bytes : first * entryBytes;
          const place = from + (at % (torn.length - from));
          torn[place]! ^= flip;
          let whole = first;
          if (inSound) while (upTo(sizes, whole + 1).bytes <= place) whole++;
          else whole = Math.floor(place / entryBytes);
          expect(await found(journal, sound)).toEqual(upTo(sizes, whole));
        },
      ),
    );
  });

  it('is looked for at the end only, however long the recording is', async () => {
    const { journal, sound } = recorded(Array.from({ length: 36_000 }, () => 200));
    const [journalRead, soundRead] = [bytesOf(journal), bytesOf(sound)];
    expect(await recover(journalRead, soundRead)).toMatchObject({ pieces: 36_000, bytes: 7_200_000 });
    expect(journalRead.looked).toBeLessThanOrEqual((checkedEntries + 1) * entryBytes);
    expect(soundRead.looked).toBeLessThanOrEqual((checkedEntries + 1) * 200);
  });
});
