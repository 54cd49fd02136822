import { beforeEach, describe, expect, it } from 'vitest';
import type { CaptureCode } from '#api/contract/recording.ts';
import type { PairingEvent, PairingReport } from '#api/contract/pairing.ts';
import {
  commandsFor,
  emptyMirror,
  isFresh,
  isUnsafeThere,
  type Mirror,
  shownPositionS,
  take,
} from './mirror.rules.ts';

let mirror: Mirror;
beforeEach(() => {
  mirror = emptyMirror();
});

const report = (told: PairingReport, nowMs = 0) => take(mirror, { event: 'report', report: told }, nowMs);
const state = (change: Partial<Extract<PairingReport, { kind: 'state' }>> = {}) => ({
  kind: 'state' as const,
  stage: 'recording' as const,
  session_id: 's1',
  at: 10,
  problem: null,
  warnings: [],
  ...change,
});
const presence = (is_there: boolean, away_ms = 0): PairingEvent => ({
  event: 'presence',
  side: 'phone',
  is_there,
  away_ms,
});
const command = (outcome: 'sent' | 'taken' | 'done' | 'refused' | 'late', id = 'c1'): PairingEvent => ({
  event: 'command',
  id,
  command: 'pause',
  outcome,
  problem: outcome === 'refused' ? 'capture.denied' : null,
});
const marker = (id: string, at: number): PairingReport => ({
  kind: 'marker',
  id,
  marker: { at, kind: 'user', code: '', text: '' },
});

describe('The mirror', () => {
  it('takes each kind of report', () => {
    report(state({ problem: 'capture.denied', warnings: ['capture.hum'] }), 5);
    report({ kind: 'level', at: 10.2, peaks: [0.1, 1], level_dbfs: -20 }, 7);
    report({ kind: 'battery', charge: 0.5, charging: true });
    report({ kind: 'network', is_sending: true, is_online: true });
    report({ kind: 'parts', stored_bytes: 20, sent_bytes: 10 });
    expect(mirror).toMatchObject({
      stage: 'recording',
      sessionId: 's1',
      problem: 'capture.denied',
      warnings: ['capture.hum'],
      positionS: 10.2,
      positionAtMs: 7,
      lineLength: 102,
      battery: { charge: 0.5, charging: true },
      network: { is_sending: true, is_online: true },
      parts: { stored_bytes: 20, sent_bytes: 10 },
    });
  });

  it('keeps markers by their id, in the order of the recording', () => {
    for (const one of [marker('b', 9), marker('a', 3), marker('b', 8)]) report(one);
    expect(mirror.markers.map(({ id, marker: { at } }) => [id, at])).toEqual([
      ['a', 3],
      ['b', 8],
    ]);
  });

  it('replaces the draft from an index on', () => {
    const piece = (text: string) => ({ start: 0, end: 1, text });
    report({ kind: 'draft', from: 0, pieces: [piece('a'), piece('b'), piece('c')] });
    report({ kind: 'draft', from: 1, pieces: [piece('B')] });
    expect(mirror.draft.map(({ text }) => text)).toEqual(['a', 'B']);
  });

  it('begins anew when the phone goes on in the next session', () => {
    take(mirror, presence(true), 0);
    report(state());
    report({ kind: 'level', at: 10, peaks: [1], level_dbfs: -3 });
    report({ kind: 'battery', charge: 0.5, charging: false });
    report(marker('a', 3));
    report(state({ session_id: 's2', at: 0 }), 50);
    expect(mirror).toMatchObject({
      sessionId: 's2',
      positionS: 0,
      lineLength: 0,
      markers: [],
      isPhoneThere: true,
      battery: { charge: 0.5 },
    });
    expect(mirror.line.length).toBe(0);
  });

  it('begins anew after a discard, which the phone tells by its stage, or by a position that goes back', () => {
    const piece = { start: 0, end: 1, text: 'a' };
    for (const next of [state({ stage: 'off', at: 0 }), state({ at: 2 })]) {
      mirror = emptyMirror();
      report(state({ at: 100 }));
      report({ kind: 'level', at: 100, peaks: [1], level_dbfs: -3 });
      report(marker('a', 3));
      report({ kind: 'draft', from: 0, pieces: [piece] });
      report(next);
      report({ kind: 'level', at: 2.1, peaks: [0.5], level_dbfs: -9 });
      expect(mirror).toMatchObject({ sessionId: 's1', lineLength: 21, markers: [], draft: [] });
    }
  });

  it('keeps what it has when a state comes after a level that was a little further', () => {
    report(state({ stage: 'ready', at: 0 }));
    report(state({ at: 10 }));
    report(marker('a', 3));
    report({ kind: 'level', at: 11.5, peaks: [1], level_dbfs: -3 });
    report(state({ at: 10.2 }));
    expect(mirror).toMatchObject({ lineLength: 115, positionS: 10.2 });
    expect(mirror.markers).toHaveLength(1);
  });

  it('follows a command to its end', () => {
    for (const outcome of ['sent', 'taken', 'refused'] as const) take(mirror, command(outcome), 0);
    expect(mirror.commands).toEqual([
      { id: 'c1', command: 'pause', outcome: 'refused', problem: 'capture.denied' },
    ]);
  });

  it('does not know what became of open commands when the server has forgotten them', () => {
    take(mirror, command('done', 'c1'), 0);
    take(mirror, command('sent', 'c2'), 0);
    take(mirror, { event: 'fresh' }, 0);
    expect(mirror.commands.map(({ outcome }) => outcome)).toEqual(['done', 'unknown']);
  });

  it('knows since when the phone is away', () => {
    take(mirror, presence(false, 4_000), 10_000);
    expect(mirror).toMatchObject({ isPhoneThere: false, awaySinceMs: 6_000 });
    take(mirror, { event: 'presence', side: 'desktop', is_there: true, away_ms: 0 }, 11_000);
    expect(mirror.isPhoneThere).toBe(false);
  });
});

describe('The position', () => {
  it('runs on between two reports while the phone records', () => {
    take(mirror, presence(true), 0);
    report(state({ at: 10 }), 1_000);
    expect(shownPositionS(mirror, 2_500)).toBeCloseTo(11.5);
    expect(isFresh(mirror, 2_500)).toBe(true);
  });

  it('stands still when the news are old, when the phone is away, and while it is paused', () => {
    report(state({ at: 10 }), 1_000);
    // Nobody has said that the phone is there.
    expect(shownPositionS(mirror, 1_500)).toBe(10);
    take(mirror, presence(true), 1_000);
    expect(shownPositionS(mirror, 5_000)).toBe(10);
    take(mirror, presence(false), 1_500);
    expect(shownPositionS(mirror, 2_000)).toBe(10);
    take(mirror, presence(true), 2_000);
    report(state({ stage: 'paused', at: 12 }), 2_000);
    expect(shownPositionS(mirror, 3_000)).toBe(12);
  });

  it('does not run on what a server tells that has forgotten everything', () => {
    take(mirror, presence(true), 0);
    report(state({ at: 10 }), 1_000);
    take(mirror, { event: 'fresh' }, 1_100);
    expect(shownPositionS(mirror, 1_200)).toBe(10);
  });
});

it('Commands are offered by the stage of the phone', () => {
  const offered = (stage: Mirror['stage'], ...warnings: CaptureCode[]) => commandsFor({ stage, warnings });
  expect(offered(null)).toEqual([]);
  expect(offered('ready')).toEqual(['start']);
  expect(offered('recording')).toEqual(['pause', 'mark', 'finish']);
  expect(offered('paused')).toEqual(['resume', 'mark', 'finish']);
  expect(offered('unsent')).toEqual([]);
  expect(offered('paused', 'capture.crashed')).toEqual([]);
  // Without a microphone the phone cannot go on.
  expect(offered('paused', 'capture.track_ended', 'capture.hum')).toEqual(['mark', 'finish']);
  expect(
    ['ready', 'recording', 'paused', 'unsent', 'finished', null].map((stage) =>
      isUnsafeThere(stage as Mirror['stage']),
    ),
  ).toEqual([false, true, true, true, false, false]);
});
