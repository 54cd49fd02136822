import { expect, it } from 'vitest';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import { endOf, latestExpiry, phaseOf, shownPhaseOf, timeLeftMs } from './desk.rules.ts';
import { type DeskState, nothing } from './desk.ts';

const code = { code: 'ABCD2345', address: 'https://wortlaut.example/pair?code=ABCD2345' };
const desk = (change: Partial<DeskState>): DeskState => ({ ...nothing(), step: 'linked', ...change });
const of = (state: Parameters<typeof pairingFixture>[0], change: Partial<DeskState> = {}) =>
  desk({ pairing: pairingFixture(state), ...change });

it.each<[string, DeskState]>([
  ['none', desk({ step: 'idle' })],
  ['starting', desk({ step: 'starting' })],
  ['failed', desk({ step: 'failed' })],
  ['looking', desk({})],
  ['codeless', of({ state: 'preparing' })],
  ['code', of({ state: 'preparing' }, { code })],
  ['waiting', of({ state: 'waiting' }, { code })],
  ['connected', of({ state: 'connected' })],
  ['over', of({ state: 'expired', ended: 'refused' })],
  ['over', of({ state: 'connected' }, { step: 'gone' })],
])('What is shown is %s', (phase, state) => {
  expect(phaseOf(state)).toBe(phase);
});

it('The end is told as the server tells it, and otherwise as far as it is known', () => {
  expect(endOf(of({ state: 'expired', ended: 'replaced' }))).toBe('replaced');
  expect(endOf(desk({ step: 'gone' }))).toBe('time');
  expect(endOf(of({}, { step: 'gone', wasConnected: true }))).toBe('closed');
});

it('The time of a code counts from when it was told, by our own clock', () => {
  const shown = of({ state: 'preparing', expires_in_ms: 300_000 }, { code, knownAtMs: 1_000 });
  expect(timeLeftMs(shown, 61_000)).toBe(240_000);
  expect(timeLeftMs(shown, 400_000)).toBe(0);
});

it('A code is of no use when its time is over, though no server has said so', () => {
  const shown = of({ state: 'preparing', expires_in_ms: 1_000 }, { code, knownAtMs: 500 });
  expect(timeLeftMs(shown, 1_000)).toBe(500);
  expect(shownPhaseOf(shown, 1_499)).toBe('code');
  expect(shownPhaseOf(shown, 1_500)).toBe('over');
  expect(shownPhaseOf(of({ state: 'connected', expires_in_ms: 0 }), 1)).toBe('connected');
});

it('After a confirmation without an answer only the server tells whether the time is over', () => {
  const waits = of({ state: 'waiting', expires_in_ms: 1_000 }, { mayBeConfirmed: true });
  expect(shownPhaseOf(waits, 999)).toBe('waiting');
  expect(shownPhaseOf(waits, 1_000)).toBe('looking');
});

it('A pairing that is being connected can live for 12 hours', () => {
  expect(latestExpiry(Date.parse('2026-11-29T07:00:00.000Z'))).toBe('2026-11-29T19:00:00.000Z');
});
