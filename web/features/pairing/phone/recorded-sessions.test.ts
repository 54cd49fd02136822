import { expect, test } from 'vitest';
import { forgetAllPairings } from '#web/features/pairing/forget-pairings.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { noteRecorded, recordedSessions } from './recorded-sessions.ts';

test('The sessions that this phone has recorded are known for the last pairing, until a sign-out', () => {
  noteRecorded('p1', 's1');
  noteRecorded('p1', 's2');
  noteRecorded('p1', 's1');
  expect(recordedSessions('p1')).toEqual(['s1', 's2']);
  expect(recordedSessions('p2')).toEqual([]);
  noteRecorded('p2', 's5');
  expect([recordedSessions('p1'), recordedSessions('p2')]).toEqual([[], ['s5']]);
  forgetAllPairings(null);
  expect(recordedSessions('p2')).toEqual([]);
});

test.each(['{', '[]', '{"pairingId":1,"sessionIds":["s1"]}', '{"pairingId":"p1","sessionIds":"s1"}'])(
  'What else is stored there counts as nothing: %s',
  (text) => {
    localStore.setItem('pairingSessions', text);
    expect(recordedSessions('p1')).toEqual([]);
    forgetAllPairings(null);
  },
);
