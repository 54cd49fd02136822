import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOverdue,
  recheckDelayMs,
  remainingS,
  retryDelayMs,
  roundUpEtaS,
  type RunFacts,
} from './progress.rules.ts';

const startMs = Date.UTC(2026, 10, 20, 9);
const at = (done: number, afterS: number) => ({ done, atMs: startMs + afterS * 1000 });
const run = (fields: Partial<RunFacts> = {}): RunFacts => ({
  start: at(0, 0),
  total: 1_000,
  realTimeFactor: 0.1,
  first: null,
  last: null,
  ...fields,
});
const after = (seconds: number) => startMs + seconds * 1000;

describe('the remaining time of a run', () => {
  it('is what the engine is known for before the run has shown anything, counted down', () => {
    expect(remainingS(run(), after(0))).toBe(100);
    expect(remainingS(run(), after(30))).toBe(70);
  });

  it('takes the run’s own speed by the share that is done', () => {
    const slow = (done: number, afterS: number) => run({ first: at(100, 30), last: at(done, afterS) });
    // Own real-time factor 0.3, known one 0.1.
    expect(remainingS(slow(500, 150), after(150))).toBeCloseTo(500 * (0.5 * 0.3 + 0.5 * 0.1), 6);
    expect(remainingS(slow(900, 270), after(270))).toBeCloseTo(100 * (0.9 * 0.3 + 0.1 * 0.1), 6);
  });

  it('does not take decoding and loading, before the first part, for the speed of the text', () => {
    const loaded = run({ realTimeFactor: null, first: at(100, 60), last: at(200, 70) });
    expect(remainingS(loaded, after(70))).toBeCloseTo(80, 6);
  });

  it('counts only what a run did itself when it goes on from a checkpoint', () => {
    const resumed = run({ start: at(500, 0), realTimeFactor: null, first: at(600, 20), last: at(700, 40) });
    expect(remainingS(resumed, after(40))).toBeCloseTo(60, 6);
  });

  it('has the first part to go by where nothing else is known', () => {
    expect(remainingS(run({ realTimeFactor: null }), after(5))).toBeNull();
    expect(remainingS(run({ realTimeFactor: null, first: at(250, 20), last: at(250, 20) }), after(20))).toBe(
      60,
    );
  });

  it('is unknown again when it has run out far from the end', () => {
    expect(remainingS(run(), after(101))).toBeNull();
    expect(remainingS(run({ first: at(900, 80), last: at(900, 80) }), after(200))).toBeGreaterThan(0);
  });

  it('comes closer to the truth with every part, however wrong the engine’s own figure was', () => {
    const rate = fc.double({ min: 0.05, max: 5, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (known, real) => {
        const errorAt = (share: number) => {
          const done = share * 1_000;
          const facts = run({ realTimeFactor: known, first: at(50, 50 * real), last: at(done, done * real) });
          return Math.abs(remainingS(facts, after(done * real))! - (1_000 - done) * real);
        };
        expect(errorAt(0.5)).toBeLessThanOrEqual(errorAt(0.2) + 1e-6);
        expect(errorAt(0.9)).toBeLessThanOrEqual(errorAt(0.5) + 1e-6);
      }),
    );
  });

  it('is told in steps, never less than it is', () => {
    expect([0.2, 34, 61, 599, 1_234, 5_000].map(roundUpEtaS)).toEqual([10, 40, 90, 600, 1_260, 5_100]);
    expect(roundUpEtaS(null)).toBeNull();
  });
});

describe('a late run', () => {
  const late = (done: number, afterS: number) =>
    isOverdue({ startedAtMs: startMs, expectedAtMs: after(1_000), done, total: 100 }, after(afterS));

  it('is one that is past its estimate by a tenth and nearly done', () => {
    expect([late(90, 1_000), late(90, 1_100), late(90, 1_101)]).toEqual([false, false, true]);
  });

  it('is not one that is far from its end: the estimate was wrong then', () => {
    expect([late(74, 5_000), late(75, 5_000)]).toEqual([false, true]);
  });

  it('has half a minute’s grace when it is short', () => {
    const short = (afterS: number) =>
      isOverdue({ startedAtMs: startMs, expectedAtMs: after(2), done: 1, total: 1 }, after(afterS));
    expect([short(32), short(33)]).toEqual([false, true]);
  });

  it('stays late: time and progress only grow', () => {
    const step = fc.tuple(fc.nat(40), fc.nat(600));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let [done, afterS, was] = [0, 0, false];
        for (const [more, seconds] of steps) {
          done = Math.min(100, done + more);
          afterS += seconds;
          const is = late(done, afterS);
          expect(is || !was).toBe(true);
          was = is;
        }
      }),
    );
  });
});

describe('the wait', () => {
  it('before another attempt is the one of its number, and the last one from then on', () => {
    expect([1, 2, 3, 9].map((attempt) => retryDelayMs([5, 30], attempt))).toEqual([5, 30, 30, 30]);
    expect(retryDelayMs([], 1)).toBe(0);
  });

  it('before another look doubles up to its longest', () => {
    expect([1, 2, 3, 4, 5, 1_000].map((look) => recheckDelayMs(5, 60, look))).toEqual([
      5, 10, 20, 40, 60, 60,
    ]);
  });
});
