import { afterEach, expect, it } from 'vitest';
import { removeRecordings } from '#workers/testing/remove-recordings.ts';
import { openRemoteStore } from '#workers/testing/remote-store.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { countKeptOfPairing, countKeptRecordings, removeKeptRecordings } from './kept-recordings.client.ts';
import { recordingLock } from './recorder.contract.ts';

afterEach(removeRecordings);

it('counts and removes the recordings of one person in every store, but none that a tab has open', async () => {
  const people = { ada: ['ada', 'sub of ada'], bob: ['bob'] };
  const open = sampleRecord();
  for (const [kind, records] of [
    [null, [open, sampleRecord({ userId: 'sub of ada' }), sampleRecord({ userId: 'bob' })]],
    ['indexeddb', [sampleRecord()]],
  ] as const) {
    using store = await openRemoteStore(kind && [kind]);
    for (const record of records) await store.create(record);
  }
  const ended = Promise.withResolvers<void>();
  const held = navigator.locks.request(recordingLock(open.id), () => ended.promise);
  expect([await countKeptRecordings(people.ada), await countKeptRecordings(people.bob)]).toEqual([3, 1]);
  expect(await removeKeptRecordings(people.ada)).toBe(1);
  ended.resolve();
  await held;
  expect(await removeKeptRecordings(people.ada)).toBe(0);
  expect([await countKeptRecordings(people.ada), await countKeptRecordings(people.bob)]).toEqual([0, 1]);
});

it('counts what was recorded in one pairing, whoever it belongs to', async () => {
  {
    using store = await openRemoteStore(null);
    const ofPairing = { pairingId: 'p1' };
    for (const change of [ofPairing, { ...ofPairing, userId: 'bob' }, { pairingId: 'p2' }, {}])
      await store.create(sampleRecord(change));
  }
  expect([await countKeptOfPairing('p1'), await countKeptOfPairing('p2')]).toEqual([2, 1]);
  expect(await countKeptOfPairing('p3')).toBe(0);
});
