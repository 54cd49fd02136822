import { describe, expect, it } from 'vitest';
import { afterStream, firstWay, isOver, isPolling, type StreamEnd } from './link-way.rules.ts';

const timings = { pairingStreamAgainMs: 100, pairingStreamAgainAtMostMs: 300 };
const after = (...ends: StreamEnd[]) =>
  ends.reduce((way, end) => afterStream(way, end, 1_000, timings), firstWay(timings));

describe('The way in which events are read', () => {
  it('is a stream at first, and after streams that have worked', () => {
    expect(isPolling(firstWay(timings), 0)).toBe(false);
    expect(isPolling(after('lived', 'lived'), 1_000)).toBe(false);
  });

  it('is asking where the network holds a stream back, and for longer each time', () => {
    expect(isPolling(after('held'), 1_099)).toBe(true);
    expect(isPolling(after('held'), 1_100)).toBe(false);
    expect(isPolling(after('held', 'held'), 1_199)).toBe(true);
    expect(isPolling(after('held', 'held', 'held', 'held'), 1_299)).toBe(true);
    expect(isPolling(after('held', 'held', 'held', 'held'), 1_300)).toBe(false);
  });

  it.each(['cut', 'silent'] as const)('is asking where streams are %s twice in a row, not once', (end) => {
    expect(isPolling(after(end), 1_000)).toBe(false);
    expect(isPolling(after(end, 'lived', end), 1_000)).toBe(false);
    expect(isPolling(after(end, end), 1_000)).toBe(true);
  });

  it('forgets its pauses when a stream has worked', () => {
    expect(isPolling(after('held', 'held', 'lived', 'held'), 1_099)).toBe(true);
    expect(isPolling(after('held', 'held', 'lived', 'held'), 1_100)).toBe(false);
  });

  it('is known to be a stream only while the last one has worked', () => {
    expect([after('lived'), after('held', 'lived')].map(({ hasLived }) => hasLived)).toEqual([true, true]);
    for (const end of ['held', 'cut', 'silent'] as const) expect(after('lived', end).hasLived).toBe(false);
    expect(firstWay(timings).hasLived).toBe(false);
  });

  it('ends where the server has no such pairing for this side', () => {
    expect([403, 404, 410].map(isOver)).toEqual([true, true, true]);
    expect([0, 401, 429, 500, 503].map(isOver)).toEqual([false, false, false, false, false]);
  });
});
