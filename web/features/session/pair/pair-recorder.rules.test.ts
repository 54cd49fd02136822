import { expect, test } from 'vitest';
import { keptOf } from '#web/features/recording/recording-doubles.ts';
import { belongsTo, isOfPairing } from './pair-recorder.rules.ts';

test('A recording of the session, and what follows it, is of the pairing; that of another session and a dictation are not', () => {
  expect(isOfPairing({ sessionId: 's1', part: 1, mode: 'record' }, 's1')).toBe(true);
  expect(isOfPairing({ sessionId: 's9', part: 2, mode: 'record' }, 's1')).toBe(true);
  expect(isOfPairing({ sessionId: 's9', part: 1, mode: 'record' }, 's1')).toBe(false);
  expect(isOfPairing({ sessionId: 's1', part: 1, mode: 'dictation' }, 's1')).toBe(false);
  expect(belongsTo(keptOf({ sessionId: null, part: 2 }), 's1')).toBe(true);
  expect(belongsTo(keptOf({ sessionId: 's2' }), 's1')).toBe(false);
});
