import { expect, test } from 'vitest';
import { keptOf } from '#web/features/recording/recording-doubles.ts';
import {
  belongsTo,
  isGuestOver,
  isOfPairing,
  isSurelyOf,
  leftOf,
  type OfPairing,
  sessionOfGuest,
} from './pair-recorder.rules.ts';

const of = (change: Partial<OfPairing> = {}): OfPairing => ({
  pairingId: 'p1',
  sessionId: 's1',
  recorded: [],
  sinceMs: 0,
  ...change,
});

test('A recording of the session, and what follows it, is of the pairing; that of another session and a dictation are not', () => {
  expect(isOfPairing({ sessionId: 's1', part: 1, mode: 'record' }, 's1')).toBe(true);
  expect(isOfPairing({ sessionId: 's9', part: 2, mode: 'record' }, 's1')).toBe(true);
  expect(isOfPairing({ sessionId: 's9', part: 1, mode: 'record' }, 's1')).toBe(false);
  expect(isOfPairing({ sessionId: 's1', part: 1, mode: 'dictation' }, 's1')).toBe(false);
  expect(belongsTo(keptOf({ sessionId: null, part: 2 }), of())).toBe(true);
  expect(belongsTo(keptOf({ sessionId: 's2' }), of())).toBe(false);
});

test('A phone without a sign-in has nothing to do with what was recorded before it was let in', () => {
  const at = (startedAtMs: number) => keptOf({ sessionId: null, part: 2, startedAtMs });
  const guest = of({ sinceMs: 1_000 });
  expect(belongsTo(at(999), guest)).toBe(false);
  expect(belongsTo(at(1_000), guest)).toBe(true);
  expect(belongsTo(keptOf({ sessionId: 's9', startedAtMs: 2_000 }), guest)).toBe(false);
});

test('What such a phone has recorded for the pairing belongs to it, although its clock was set back meanwhile', () => {
  const guest = of({ sinceMs: 1_000, recorded: ['s1', 's2'] });
  const at = (sessionId: string, mode: 'record' | 'dictation' = 'record') =>
    belongsTo(keptOf({ sessionId, mode, startedAtMs: 400 }), guest);
  expect([at('s1'), at('s2'), at('s3'), at('s2', 'dictation')]).toEqual([true, true, false, false]);
});

test('A later part without a session is of the pairing that is stored with it, whatever the clock says', () => {
  const guest = of({ sinceMs: 1_000 });
  const part = (pairingId?: string) =>
    keptOf({ sessionId: null, part: 2, startedAtMs: 400, ...(pairingId === undefined ? {} : { pairingId }) });
  const judged = [part('p1'), part('p2'), part()].map((kept) => [
    belongsTo(kept, guest),
    isSurelyOf(kept, guest),
  ]);
  expect(judged).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ]);
});

test('Of what was left the last part that the phone has recorded for the pairing is gone on with', () => {
  const item = (sessionId: string | null, part: number) => ({ kept: keptOf({ sessionId, part }) });
  const [other, first, second] = [item('s9', 4), item('s1', 1), item('s2', 2)];
  const items = [other, first, second];
  expect(leftOf(items, of({ recorded: ['s1', 's2'] }))).toBe(second);
  expect(leftOf(items, of())).toBe(first);
  expect(leftOf([other], of())).toBe(other);
  expect(leftOf([item('s9', 1)], of())).toBeUndefined();
});

test('A later part is surely of the pairing if the phone has recorded its session for it', () => {
  const sure = (sessionId: string | null, part: number, recorded: string[] = []) =>
    isSurelyOf(keptOf({ sessionId, part }), of({ recorded }));
  expect([sure('s1', 1), sure('s2', 2, ['s2'])]).toEqual([true, true]);
  expect([sure('s2', 2), sure(null, 2, ['s2'])]).toEqual([false, false]);
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
