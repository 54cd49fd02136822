import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ConnectionEvent, ConnectionState, ConnectionTimings } from './connection.contract.ts';
import { maySend, nextTickMs, reduceConnection, startConnection } from './connection.rules.ts';

const timings: ConnectionTimings = {
  retryDelaysMs: [1_000, 3_000, 5_000, 10_000],
  pausesMs: [30_000, 60_000, 120_000],
  settledAfterMs: 20_000,
};

type Step = { afterMs: number; event: ConnectionEvent };

const anyTimings: fc.Arbitrary<ConnectionTimings> = fc.record({
  retryDelaysMs: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 6 }),
  pausesMs: fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 4 }),
  settledAfterMs: fc.integer({ min: 1, max: 60_000 }),
});
const plainTypes = [
  'online',
  'offline',
  'failed',
  'succeeded',
  'tick',
  'retryNow',
  'stop',
  'resume',
] as const;
const anyEvent: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...plainTypes).map((type) => ({ type })) },
  { weight: 3, arbitrary: fc.constantFrom('failed' as const, 'tick' as const).map((type) => ({ type })) },
  {
    weight: 1,
    arbitrary: fc.double().map((retryAfterMs) => ({ type: 'failed' as const, retryAfterMs })),
  },
);
const anyStep: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 250_000 })),
  event: anyEvent,
});
const anySteps = fc.array(anyStep, { maxLength: 60 });

const beganMs = 1_790_000_000_000;

type Seen = { before: ConnectionState; after: ConnectionState; event: ConnectionEvent; nowMs: number };

/** State after each step, with a clock that never goes back. */
function walk(steps: readonly Step[], given: ConnectionTimings): Seen[] {
  let state = startConnection;
  let nowMs = beganMs;
  return steps.map(({ afterMs, event }) => {
    nowMs += afterMs;
    const before = state;
    state = reduceConnection(before, event, { nowMs, timings: given });
    return { before, after: state, event, nowMs };
  });
}

const endOf = (seen: readonly Seen[]) => ({
  state: seen.at(-1)?.after ?? startConnection,
  nowMs: seen.at(-1)?.nowMs ?? beganMs,
});

/** Invariants by name; false: violated. */
type Claims = Readonly<Record<string, boolean | undefined>>;
const broken = (claims: Claims): string[] => Object.keys(claims).filter((name) => claims[name] === false);

type Claim = (state: ConnectionState, nowMs: number, given: ConnectionTimings) => Claims;

/** Returns the shortest sequence of events found that violates the claim; null if there is none. */
function counterexample(claim: Claim): unknown {
  const found = fc.check(
    fc.property(anySteps, anyTimings, (steps, given) => {
      const { state, nowMs } = endOf(walk(steps, given));
      const names = broken(claim(state, nowMs, given));
      if (names.length > 0) throw new Error(names.join(', '));
    }),
    { numRuns: 500 },
  );
  return found.failed ? [String(found.errorInstance), found.counterexample] : null;
}

const delayAfter = (attempt: number, { retryDelaysMs, pausesMs }: ConnectionTimings): number =>
  [...retryDelaysMs, ...pausesMs][attempt - 1] ?? pausesMs[pausesMs.length - 1] ?? Number.NaN;

const attemptOf = (state: ConnectionState): number => ('attempt' in state ? state.attempt : 0);

describe('the way of a connection that fails', () => {
  it('waits 1, 3, 5 and 10 s, then opens the circuit for 30, 60, 120 and again 120 s', () => {
    let state = startConnection;
    let nowMs = 0;
    const waits: [string, number][] = [];
    for (let failure = 0; failure < 8; failure++) {
      state = reduceConnection(state, { type: 'failed' }, { nowMs, timings });
      const dueMs = nextTickMs(state, timings) ?? Number.NaN;
      waits.push([state.status, dueMs - nowMs]);
      nowMs = dueMs;
      state = reduceConnection(state, { type: 'tick' }, { nowMs, timings });
      expect(state).toEqual({ status: 'testing', attempt: failure + 1 });
    }
    expect(waits).toEqual([
      ['retrying', 1_000],
      ['retrying', 3_000],
      ['retrying', 5_000],
      ['retrying', 10_000],
      ['paused', 30_000],
      ['paused', 60_000],
      ['paused', 120_000],
      ['paused', 120_000],
    ]);
  });

  it('is unstable after a success, well once nothing failed for a while, and counts anew', () => {
    let state = reduceConnection(
      { status: 'testing', attempt: 6 },
      { type: 'succeeded' },
      { nowMs: 5, timings },
    );
    expect(state).toEqual({ status: 'unstable', sinceMs: 5 });
    state = reduceConnection(state, { type: 'succeeded' }, { nowMs: 20_004, timings });
    expect(state).toEqual({ status: 'unstable', sinceMs: 5 });
    expect(reduceConnection(state, { type: 'tick' }, { nowMs: 20_005, timings })).toEqual({ status: 'ok' });
    expect(reduceConnection(state, { type: 'failed' }, { nowMs: 9, timings })).toMatchObject({ attempt: 1 });
  });

  it('waits as long as the server asks where that is later, but for an hour at most', () => {
    const afterMs = (retryAfterMs: number) => {
      const state = reduceConnection(
        startConnection,
        { type: 'failed', retryAfterMs },
        { nowMs: 0, timings },
      );
      return nextTickMs(state, timings);
    };
    expect(afterMs(7_000)).toBe(7_000);
    expect(afterMs(10)).toBe(1_000);
    expect(afterMs(Number.NaN)).toBe(1_000);
    expect(afterMs(Number.POSITIVE_INFINITY)).toBe(3_600_000);
  });

  it('goes on from where it was after the device was offline', () => {
    const failing: ConnectionState = { status: 'retrying', attempt: 3, sinceMs: 0, atMs: 5_000 };
    const offline = reduceConnection(failing, { type: 'offline' }, { nowMs: 10, timings });
    expect(reduceConnection(offline, { type: 'online' }, { nowMs: 20, timings })).toEqual({
      status: 'testing',
      attempt: 3,
    });
  });
});

test('No try begins before its delay, unless a person, the network or an answer of the server says so', () => {
  fc.assert(
    fc.property(anySteps, anyTimings, (steps, given) => {
      let earliestMs = 0;
      const early: Seen[] = [];
      for (const seen of walk(steps, given)) {
        const { before, after, event, nowMs } = seen;
        if (event.type === 'failed' && maySend(before)) {
          const asked = 'retryAfterMs' in event && event.retryAfterMs > 0 ? event.retryAfterMs : 0;
          earliestMs = nowMs + Math.max(delayAfter(attemptOf(before) + 1, given), Math.min(asked, 3_600_000));
        }
        if (event.type === 'offline' && before.status !== 'stopped' && before.status !== 'offline') {
          earliestMs = nowMs + (given.pausesMs.at(-1) ?? 0);
        }
        if (maySend(before) || !maySend(after)) continue;
        const isDue =
          event.type === 'tick'
            ? nowMs >= earliestMs
            : ['retryNow', 'online', 'succeeded', 'resume'].includes(event.type);
        if (!isDue) early.push(seen);
      }
      expect(early).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('An open circuit lets nothing through, and failures that come late do not prolong it', () => {
  const claim: Claim = (state, nowMs, given) => {
    if (state.status !== 'paused') return {};
    const clock = { nowMs, timings: given };
    return {
      'nothing is sent': !maySend(state),
      'a late failure changes nothing': reduceConnection(state, { type: 'failed' }, clock) === state,
      'it is not for resume to close it': reduceConnection(state, { type: 'resume' }, clock) === state,
      'a tick before the end changes nothing':
        reduceConnection(state, { type: 'tick' }, { nowMs: state.untilMs - 1, timings: given }) === state,
    };
  };
  expect(counterexample(claim)).toBeNull();
});

test('From everywhere, time and requests that succeed lead to a connection that is well', () => {
  const claim: Claim = (from, atMs, given) => {
    let nowMs = atMs;
    const next = (state: ConnectionState, type: 'resume' | 'tick' | 'succeeded') =>
      reduceConnection(state, { type }, { nowMs, timings: given });
    let state = from.status === 'stopped' ? next(from, 'resume') : from;
    for (let step = 0; step < 4 && state.status !== 'ok'; step++) {
      nowMs = Math.max(nowMs, nextTickMs(state, given) ?? nowMs);
      state = next(state, 'tick');
      if (maySend(state)) state = next(state, 'succeeded');
    }
    return { 'it is well': state.status === 'ok' };
  };
  expect(counterexample(claim)).toBeNull();
});

test('Offline wins over all that came before, and by time alone only a rare try tells otherwise', () => {
  const claim: Claim = (from, nowMs, given) => {
    const clock = { nowMs, timings: given };
    const state = reduceConnection(from, { type: 'offline' }, clock);
    if (from.status === 'stopped') return { 'but not over the person': state === from };
    const longestMs = given.pausesMs.at(-1) ?? 0;
    const sinceMs = from.status === 'offline' ? from.sinceMs : nowMs;
    const tickedAt = (tickMs: number) =>
      reduceConnection(state, { type: 'tick' }, { nowMs: tickMs, timings: given }).status;
    return {
      'it is offline': state.status === 'offline' && !maySend(state),
      'a failure, another signal or resume changes nothing': (['failed', 'offline', 'resume'] as const).every(
        (type) => reduceConnection(state, { type }, clock) === state,
      ),
      'the network brings it back': reduceConnection(state, { type: 'online' }, clock).status === 'testing',
      'it waits the longest pause': tickedAt(sinceMs + longestMs - 1) === 'offline',
      'then it tries': tickedAt(sinceMs + longestMs) === 'testing',
    };
  };
  expect(counterexample(claim)).toBeNull();
});

test('Whatever waits goes on by time alone; a try goes on by its outcome', () => {
  const claim: Claim = (state, nowMs, given) => {
    const after = (type: 'failed' | 'succeeded' | 'tick', atMs = nowMs) =>
      reduceConnection(state, { type }, { nowMs: atMs, timings: given }).status;
    const dueMs = nextTickMs(state, given);
    if (state.status === 'ok' || state.status === 'stopped') return { 'nothing is due': dueMs === null };
    if (state.status === 'testing') {
      return {
        'a failure is waited out': ['retrying', 'paused'].includes(after('failed')),
        'a success counts': after('succeeded') === 'unstable',
      };
    }
    const isNext = after('tick', dueMs ?? Number.NaN) === (state.status === 'unstable' ? 'ok' : 'testing');
    return { 'something is due': dueMs !== null, 'time leads on': isNext };
  };
  expect(counterexample(claim)).toBeNull();
});

test('Attempts never fall until something succeeded, and each failed try counts one', () => {
  fc.assert(
    fc.property(anySteps, anyTimings, (steps, given) => {
      for (const { before, after, event } of walk(steps, given)) {
        if (event.type === 'succeeded') continue;
        expect(attemptOf(after)).toBeGreaterThanOrEqual(attemptOf(before));
        const isCounted = event.type === 'failed' && maySend(before);
        expect(attemptOf(after) - attemptOf(before)).toBe(isCounted ? 1 : 0);
      }
    }),
    { numRuns: 500 },
  );
});

test('Stopped is stopped until the person resumes', () => {
  fc.assert(
    fc.property(anySteps, anySteps, anyTimings, (first, then, given) => {
      const before = walk(first, given);
      const stopped = [...first, { afterMs: 0, event: { type: 'stop' } as const }];
      const rest = then.filter(({ event }) => event.type !== 'resume');
      const after = walk([...stopped, ...rest], given).slice(before.length);
      for (const { after: state } of after) {
        expect(state.status).toBe('stopped');
        expect(maySend(state)).toBe(false);
      }
      const { state, nowMs } = endOf(after);
      expect(reduceConnection(state, { type: 'resume' }, { nowMs, timings: given }).status).toBe('testing');
    }),
    { numRuns: 300 },
  );
});

test('A clock that jumps neither holds a try back for ever nor lets tries follow each other without a pause', () => {
  const anyJumps = fc.array(fc.integer({ min: -1e11, max: 1e11 }), { maxLength: 6 });
  fc.assert(
    fc.property(anySteps, anyTimings, anyJumps, (steps, given, jumps) => {
      let { state, nowMs } = endOf(walk(steps, given));
      if (nextTickMs(state, given) === null) return;
      const isSettling = state.status === 'unstable';
      const wholeMs = (nextTickMs(state, given) ?? 0) - ('sinceMs' in state ? state.sinceMs : 0);
      let waitedMs = 0;
      // Like the sender: waits for the rest, then ticks; the clock is set meanwhile.
      for (const jumpMs of [...jumps, 0, 0]) {
        const dueMs = nextTickMs(state, given);
        if (dueMs === null || state.status === 'testing') break;
        const leftMs = Math.max(0, dueMs - nowMs);
        expect(leftMs).toBeLessThanOrEqual(2 * wholeMs);
        waitedMs += leftMs;
        nowMs += leftMs + jumpMs;
        state = reduceConnection(state, { type: 'tick' }, { nowMs, timings: given });
      }
      expect(state.status).toBe(isSettling ? 'ok' : 'testing');
      expect(waitedMs).toBeLessThanOrEqual(2 * wholeMs * (jumps.length + 2));
      const again = reduceConnection(
        { status: 'testing', attempt: 1 },
        { type: 'failed' },
        { nowMs, timings: given },
      );
      expect((nextTickMs(again, given) ?? 0) - nowMs).toBe(delayAfter(2, given));
    }),
    { numRuns: 1_000 },
  );
});
