import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastStarts } from './forecast.rules.ts';
import { forecastByLooking } from '#api/testing/test-forecast.ts';
import { agingMs, type QueuedJob, type QueueSnapshot } from './claim-order.rules.ts';

const nowMs = Date.UTC(2026, 10, 20, 9);
const waiting = (id: string, person: string, fields: Partial<QueuedJob> = {}): QueuedJob => ({
  id,
  person,
  priority: 0,
  createdAtMs: nowMs,
  mediaS: 0,
  runAtMs: nowMs,
  takesS: 10,
  ...fields,
});
const snapshot = (queued: QueuedJob[], fields: Partial<QueueSnapshot> = {}): QueueSnapshot => ({
  nowMs,
  slots: 1,
  topPriority: 0,
  running: [],
  queued,
  lastStarts: new Map(),
  ...fields,
});
const orderOf = (queued: QueuedJob[], fields: Partial<QueueSnapshot> = {}) => [
  ...forecastStarts(snapshot(queued, fields)).keys(),
];

describe('whose turn it is', () => {
  it('alternates between two people, whoever has queued more and earlier', () => {
    const many = [1, 2, 3, 4].map((n) => waiting(`a${n}`, 'A', { createdAtMs: nowMs - 9_000 + n }));
    const few = [1, 2].map((n) => waiting(`b${n}`, 'B', { createdAtMs: nowMs - n }));
    const lastStarts = new Map([['A', nowMs - 1_000]]);
    expect(orderOf([...many, ...few], { lastStarts })).toEqual(['b2', 'a1', 'b1', 'a2', 'a3', 'a4']);
  });

  it('does not let the second slot be taken by the same person while another one waits', () => {
    const queued = [waiting('a1', 'A'), waiting('a2', 'A'), waiting('b1', 'B', { createdAtMs: nowMs + 1 })];
    expect(orderOf(queued, { slots: 2 })).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets a short recording pass a long one of the same person, and a long one be passed for its own length only', () => {
    const meeting = waiting('meeting', 'A', { mediaS: 9_000 });
    const dictation = waiting('dictation', 'A', { mediaS: 60, createdAtMs: nowMs + 5_000 });
    expect(orderOf([meeting, dictation])).toEqual(['dictation', 'meeting']);
    const late = waiting('late', 'A', { mediaS: 60, createdAtMs: nowMs + 9_000_000 });
    expect(orderOf([meeting, late])).toEqual(['meeting', 'late']);
  });

  it('lets what has waited long catch up with what is more important', () => {
    const old = waiting('old', 'A', { createdAtMs: nowMs - agingMs });
    const urgent = waiting('urgent', 'B', { priority: 1 });
    const lastStarts = new Map([['B', nowMs - 1]]);
    expect(
      orderOf([urgent, { ...old, createdAtMs: nowMs - agingMs + 1 }], { topPriority: 1, lastStarts }),
    ).toEqual(['urgent', 'old']);
    expect(orderOf([urgent, old], { topPriority: 1, lastStarts })).toEqual(['old', 'urgent']);
  });

  it('does not let age alone win over turns: an old heap of one person keeps nobody else waiting', () => {
    const heap = [1, 2, 3].map((n) => waiting(`a${n}`, 'A', { createdAtMs: nowMs - 50 * agingMs + n }));
    const lastStarts = new Map([['A', nowMs - 1]]);
    expect(orderOf([...heap, waiting('b', 'B')], { lastStarts })[0]).toBe('b');
  });
});

describe('the forecast', () => {
  it('says how many go before and when the turn comes, over all slots', () => {
    const running = [
      { person: 'A', leftS: 30 },
      { person: 'B', leftS: 100 },
    ];
    const queued = [waiting('c', 'C', { takesS: 20 }), waiting('d', 'D'), waiting('e', 'E')];
    expect(Object.fromEntries(forecastStarts(snapshot(queued, { slots: 2, running })))).toEqual({
      c: { before: 2, startsInS: 30 },
      d: { before: 3, startsInS: 50 },
      e: { before: 4, startsInS: 60 },
    });
  });

  it('says no time behind something that nobody can estimate, and the number all the same', () => {
    const queued = [waiting('a', 'A', { takesS: null }), waiting('b', 'B', { createdAtMs: nowMs + 1 })];
    const forecast = forecastStarts(snapshot(queued));
    expect(forecast.get('a')).toEqual({ before: 0, startsInS: 0 });
    expect(forecast.get('b')).toEqual({ before: 1, startsInS: null });
  });

  it('waits for what may not begin yet', () => {
    const queued = [waiting('later', 'A', { runAtMs: nowMs + 60_000 })];
    expect(forecastStarts(snapshot(queued)).get('later')).toEqual({ before: 0, startsInS: 60 });
  });

  const job = fc.record({
    person: fc.constantFrom('A', 'B', 'C'),
    priority: fc.integer({ min: 0, max: 2 }),
    createdAtMs: fc.integer({ min: nowMs - 3 * agingMs, max: nowMs + agingMs }),
    mediaS: fc.integer({ min: 0, max: 9_000 }),
    runAtMs: fc.oneof(
      fc.integer({ min: nowMs - 10, max: nowMs + 10_000 }),
      fc.integer({ min: nowMs, max: nowMs + 5 * agingMs }),
    ),
    takesS: fc.option(fc.integer({ min: 0, max: 3_000 })),
  });
  const running = fc.record({
    person: fc.constantFrom('A', 'B'),
    leftS: fc.option(fc.integer({ min: 0, max: 99 })),
  });

  it('is the same as that of the simple version, with any jobs of any people', () => {
    const lastStarts = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 0, max: 900 })));
    // Many jobs have equal times and lengths, so that each rule must decide at some point.
    const alike = fc.record({
      person: fc.constantFrom('A', 'B', 'C', 'D'),
      priority: fc.integer({ min: -1, max: 4 }),
      createdAtMs: fc.constantFrom(nowMs - 2 * agingMs, nowMs - agingMs + 1, nowMs, nowMs + 5),
      mediaS: fc.constantFrom(0, 60),
      runAtMs: fc.constantFrom(nowMs, nowMs + agingMs),
      takesS: fc.constantFrom(0, 60, 600),
    });
    fc.assert(
      fc.property(
        fc.oneof(fc.array(job, { maxLength: 40 }), fc.array(alike, { maxLength: 40 })),
        fc.array(running, { maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        lastStarts,
        fc.integer({ min: 0, max: 5 }),
        (jobs, busy, slots, turns, topPriority) => {
          const queued = jobs.map((fields, index) => ({ id: `j${index}`, ...fields }));
          const last = new Map(turns.map(([person, agoS]) => [person, nowMs - agoS]));
          const fields = { slots, running: busy, topPriority, lastStarts: last };
          const asRead = forecastByLooking(snapshot(queued, fields));
          expect([...forecastStarts(snapshot(queued, fields))]).toEqual([...asRead]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([1, 100, 10_000])('costs little for 10,000 waiting jobs of %i people', (people) => {
    const count = 10_000;
    const queued = Array.from({ length: count }, (_, index) =>
      waiting(`j${index}`, `p${(index * 7919) % people}`, {
        priority: index % 3,
        createdAtMs: nowMs - ((index * 104_729) % (4 * agingMs)),
        mediaS: (index * 31) % 9_000,
        takesS: (index * 17) % 900,
        runAtMs: nowMs + (index % 5 === 0 ? (index * 13) % 600_000 : 0),
      }),
    );
    let comparisons = 0;
    const forecast = forecastStarts(snapshot(queued, { slots: 4, topPriority: 2 }), () => comparisons++);
    expect(forecast.size).toBe(count);
    // Sorting alone takes more than 10 comparisons per job; comparing all remaining jobs for each place took 5,000.
    expect(comparisons / count).toBeGreaterThan(10);
    expect(comparisons / count).toBeLessThan(100);
  });

  it('gives every job one place, and no two the same', () => {
    fc.assert(
      fc.property(
        fc.array(job, { maxLength: 20 }),
        fc.array(running, { maxLength: 5 }),
        fc.integer({ min: 1, max: 3 }),
        (jobs, busy, slots) => {
          const queued = jobs.map((fields, index) => ({ id: `j${index}`, ...fields }));
          const forecast = forecastStarts(snapshot(queued, { slots, running: busy, topPriority: 2 }));
          expect([...forecast.values()].map(({ before }) => before)).toEqual(
            queued.map((_, index) => busy.length + index),
          );
          expect(forecast.size).toBe(queued.length);
        },
      ),
    );
  });
});
