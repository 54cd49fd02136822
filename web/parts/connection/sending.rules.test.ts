import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { startSend } from '#workers/send/send.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { secondsLeft, sentShare, stalledForS } from './sending.rules.ts';

const sending = (change: Partial<SendState> = {}): SendState => ({
  ...startSend(0, 20_000_000, 8_000_000),
  ...change,
});

describe('the countdown to the next try', () => {
  it('counts whole seconds, and ends at none', () => {
    const waiting = { status: 'retrying', attempt: 2, sinceMs: 0, atMs: 10_000 } as const;
    expect(secondsLeft(waiting, 7_001)).toBe(3);
    expect(secondsLeft(waiting, 9_999)).toBe(1);
    expect(secondsLeft(waiting, 10_001)).toBe(0);
    expect(secondsLeft({ status: 'paused', attempt: 5, sinceMs: 0, untilMs: 30_000 }, 500)).toBe(30);
  });

  it('is only there where a try is waited for', () => {
    expect(secondsLeft({ status: 'ok' }, 0)).toBeNull();
    expect(secondsLeft({ status: 'offline', attempt: 0, sinceMs: 0 }, 0)).toBeNull();
    expect(secondsLeft({ status: 'testing', attempt: 3 }, 0)).toBeNull();
  });

  it('never promises less than none or more than the whole wait, whatever the clock says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.integer({ min: 1, max: 4e5 }),
        fc.integer(),
        (sinceMs, waitMs, nowMs) => {
          const left =
            secondsLeft({ status: 'paused', attempt: 5, sinceMs, untilMs: sinceMs + waitMs }, nowMs) ?? -1;
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(Math.ceil(waitMs / 1000));
        },
      ),
    );
  });
});

describe('a standstill', () => {
  it('is told after ten seconds', () => {
    expect(stalledForS(sending(), 9_999)).toBeNull();
    expect(stalledForS(sending(), 12_500)).toBe(12);
    expect(stalledForS(sending({ connection: { status: 'unstable', sinceMs: 0 } }), 60_000)).toBe(60);
  });

  it('is not told where it waits on purpose, or is done', () => {
    const connections: SendState['connection'][] = [
      { status: 'offline', attempt: 0, sinceMs: 0 },
      { status: 'retrying', attempt: 1, sinceMs: 0, atMs: 61_000 },
      { status: 'testing', attempt: 1 },
      { status: 'paused', attempt: 5, sinceMs: 0, untilMs: 90_000 },
      { status: 'stopped', attempt: 1 },
    ];
    for (const connection of connections) expect(stalledForS(sending({ connection }), 60_000)).toBeNull();
    expect(stalledForS(sending({ isDone: true }), 60_000)).toBeNull();
  });

  it('is not told while a recording gathers its next part', () => {
    const gathering = sending({ bytesTotal: null, partsStored: 3, partsTotal: 3 });
    expect(stalledForS(gathering, 60_000)).toBeNull();
    expect(stalledForS({ ...gathering, partsTotal: 4 }, 60_000)).toBe(60);
  });
});

test('The bar is filled by what has gone, of what there is by now while a recording goes on', () => {
  expect(sentShare(sending({ bytesSent: 5_000_000 }), null)).toBe(0.25);
  const growing = sending({ bytesTotal: null, bytesSent: 5_000_000 });
  expect(sentShare(growing, 10_000_000)).toBe(0.5);
  expect(sentShare(growing, 4_000_000)).toBe(1);
  expect(sentShare(growing, null)).toBeNull();
});
