import { expect, test } from 'vitest';
import { keptOf } from '#web/features/recording/recording-doubles.ts';
import { belongsTo, isGuestOver, isOfPairing, sessionOfGuest } from './pair-recorder.rules.ts';

test('A recording of the session, and what follows it, is of the pairing; that of another session and a dictation are not', () => {
  expect(isOfPairing({ sessionId: 's1', part: 1, mode: 'record' }, 's1')).toBe(true);
  expect(isOfPairing({ sessionId: 's9', part: 2, mode: 'record' }, 's1')).toBe(true);
  expect(isOfPairing({ sessionId: 's9', part: 1, mode: 'record' }, 's1')).toBe(false);
  expect(isOfPairing({ sessionId: 's1', part: 1, mode: 'dictation' }, 's1')).toBe(false);
  expect(belongsTo(keptOf({ sessionId: null, part: 2 }), 's1')).toBe(true);
  expect(belongsTo(keptOf({ sessionId: 's2' }), 's1')).toBe(false);
});

test('A phone without a sign-in has nothing to do with what was recorded before it was let in', () => {
  const at = (startedAtMs: number) => keptOf({ sessionId: null, part: 2, startedAtMs });
  expect(belongsTo(at(999), 's1', 1_000)).toBe(false);
  expect(belongsTo(at(1_000), 's1', 1_000)).toBe(true);
  expect(belongsTo(keptOf({ sessionId: 's9', startedAtMs: 2_000 }), 's1', 1_000)).toBe(false);
});

test('The session of such a phone has what the server told; a language of a later version becomes German', () => {
  expect(sessionOfGuest('s1', 'Gemeinderat', 'de-CH')).toMatchObject({
    id: 's1',
    draft: { title: 'Gemeinderat', language: 'de-CH', participants: null },
    notes: { text: '', rev: 0 },
  });
  expect(sessionOfGuest('s1', 'A', 'rm').draft.language).toBe('de');
});

const lives = { isHere: false, left: 'no', hasClaim: true, hasToken: true, isSent: false } as const;
test.each([
  ['while the pairing lives', lives, false],
  [
    'while it records, whatever has ended',
    { ...lives, isHere: true, hasClaim: false, hasToken: false },
    false,
  ],
  ['when the server refuses the phone', { ...lives, hasClaim: false, hasToken: false }, true],
  [
    'when it is refused and has something to send',
    { ...lives, left: 'yes', hasClaim: false, hasToken: false },
    true,
  ],
  ['when the pairing has ended and nothing is left', { ...lives, hasClaim: false }, true],
  ['when the pairing has ended and the rest can be sent', { ...lives, hasClaim: false, left: 'yes' }, false],
  ['before it is known what is left', { ...lives, hasClaim: false, left: 'unknown' }, false],
  ['when everything is sent', { ...lives, isSent: true }, true],
] as const)('Nothing is left to do for such a phone: %s', (_when, facts, isOver) => {
  expect(isGuestOver(facts)).toBe(isOver);
});
