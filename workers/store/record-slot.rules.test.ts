import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { heldRecord, newestSlot, packSlot, slotOf, unpackSlot } from './record-slot.rules.ts';

describe('the record in its two files', () => {
  it('comes back as it was, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30_000 }), fc.nat(), (notes, turn) => {
        const slot = { turn, record: sampleRecord({ notes }) };
        expect(unpackSlot(packSlot(slot))).toEqual(slot);
      }),
      { numRuns: 30 },
    );
  });

  it('does not count where any of its bytes is wrong, or the end is missing', () => {
    const slot = packSlot({ turn: 3, record: sampleRecord({ notes: '' }) });
    const used = slot.findLastIndex((byte) => byte !== 0) + 1;
    fc.assert(
      fc.property(fc.nat(used - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const torn = slot.slice();
        torn[at]! ^= flip;
        expect(unpackSlot(torn)).toBeNull();
        expect(unpackSlot(slot.subarray(0, at))).toBeNull();
      }),
    );
    expect(unpackSlot(new Uint8Array(slot.length))).toBeNull();
  });

  it('is the newer of the two, or the one that is whole', () => {
    const [old, now] = [4, 5].map((turn) => packSlot({ turn, record: sampleRecord({ notes: `${turn}` }) }));
    expect(slotOf(4)).not.toBe(slotOf(5));
    expect(newestSlot([old!, now!])?.turn).toBe(5);
    expect(newestSlot([now!, old!])?.turn).toBe(5);
    expect(newestSlot([old!, now!.subarray(0, 50)])?.turn).toBe(4);
    expect(newestSlot([null, new Uint8Array(3)])).toBeNull();
  });

  it('has room to grow: a little more text takes no more bytes', () => {
    const bytes = (notes: string) => packSlot({ turn: 0, record: sampleRecord({ notes }) }).length;
    expect(bytes('x'.repeat(10_000))).toBe(bytes(''));
    expect(bytes('x'.repeat(17_000))).toBeGreaterThan(bytes(''));
  });

  it('of another version is not read', () => {
    const record = { ...sampleRecord(), version: 2 } as never;
    expect(unpackSlot(packSlot({ turn: 0, record }))).toBeNull();
  });

  it('forgets the end and the takes that lie behind what was found', () => {
    const finished = { bytes: 500, duration: 1, sha256: '' };
    const takes = [0, 300, 500].map((bytes) => ({ bytes, at: 0, lostMs: null }));
    const record = sampleRecord({ finished, takes });
    expect(heldRecord(record, 500)).toEqual(record);
    expect(heldRecord(record, 499)).toMatchObject({ finished: null, takes: takes.slice(0, 2) });
  });
});
