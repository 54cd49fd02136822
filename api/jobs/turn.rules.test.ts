import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agingMs, forecastTurns, type QueuedJob, type QueueSnapshot } from './turn.rules.ts';

const nowMs = Date.UTC(2026, 10, 20, 9);
const waiting = (id: string, person: string, fields: Partial<QueuedJob> = {}): QueuedJob => ({
  ...{ id, person, priority: 0, createdAtMs: nowMs, mediaS: 0, runAtMs: nowMs, takesS: 10 },
  ...fields,
});
const snapshot = (queued: QueuedJob[], fields: Partial<QueueSnapshot> = {}): QueueSnapshot => ({
  ...{ nowMs, slots: 1, topPriority: 0, running: [], queued, lastTurns: new Map() },
  ...fields,
});
const orderOf = (queued: QueuedJob[], fields: Partial<QueueSnapshot> = {}) => [
  ...forecastTurns(snapshot(queued, fields)).keys(),
];

describe('whose turn it is', () => {
  it('alternates between two people, whoever has queued more and earlier', () => {
    const many = [1, 2, 3, 4].map((n) => waiting(`a${n}`, 'A', { createdAtMs: nowMs - 9_000 + n }));
    const few = [1, 2].map((n) => waiting(`b${n}`, 'B', { createdAtMs: nowMs - n }));
    const lastTurns = new Map([['A', nowMs - 1_000]]);
    expect(orderOf([...many, ...few], { lastTurns })).toEqual(['b2', 'a1', 'b1', 'a2', 'a3', 'a4']);
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
    const lastTurns = new Map([['B', nowMs - 1]]);
    expect(
      orderOf([urgent, { ...old, createdAtMs: nowMs - agingMs + 1 }], { topPriority: 1, lastTurns }),
    ).toEqual(['urgent', 'old']);
    expect(orderOf([urgent, old], { topPriority: 1, lastTurns })).toEqual(['old', 'urgent']);
  });

  it('does not let age alone win over turns: an old heap of one person keeps nobody else waiting', () => {
    const heap = [1, 2, 3].map((n) => waiting(`a${n}`, 'A', { createdAtMs: nowMs - 50 * agingMs + n }));
    const lastTurns = new Map([['A', nowMs - 1]]);
    expect(orderOf([...heap, waiting('b', 'B')], { lastTurns })[0]).toBe('b');
  });
});

describe('the forecast', () => {
  it('says how many go before and when the turn comes, over all slots', () => {
    const running = [
      { person: 'A', leftS: 30 },
      { person: 'B', leftS: 100 },
    ];
    const queued = [waiting('c', 'C', { takesS: 20 }), waiting('d', 'D'), waiting('e', 'E')];
    expect(Object.fromEntries(forecastTurns(snapshot(queued, { slots: 2, running })))).toEqual({
      c: { before: 2, startsInS: 30 },
      d: { before: 3, startsInS: 50 },
      e: { before: 4, startsInS: 60 },
    });
  });

  it('says no time behind something that nobody can estimate, and the number all the same', () => {
    const queued = [waiting('a', 'A', { takesS: null }), waiting('b', 'B', { createdAtMs: nowMs + 1 })];
    const forecast = forecastTurns(snapshot(queued));
    expect(forecast.get('a')).toEqual({ before: 0, startsInS: 0 });
    expect(forecast.get('b')).toEqual({ before: 1, startsInS: null });
  });

  it('waits for what may not begin yet', () => {
    const queued = [waiting('later', 'A', { runAtMs: nowMs + 60_000 })];
    expect(forecastTurns(snapshot(queued)).get('later')).toEqual({ before: 0, startsInS: 60 });
  });

  it('gives every job one place, and no two the same', () => {
    const job = fc.record({
      person: fc.constantFrom('A', 'B', 'C'),
      priority: fc.integer({ min: 0, max: 2 }),
      createdAtMs: fc.integer({ min: nowMs - 3 * agingMs, max: nowMs }),
      mediaS: fc.integer({ min: 0, max: 9_000 }),
      runAtMs: fc.integer({ min: nowMs - 10, max: nowMs + 10_000 }),
      takesS: fc.option(fc.integer({ min: 0, max: 3_000 })),
    });
    const running = fc.record({
      person: fc.constantFrom('A', 'B'),
      leftS: fc.option(fc.integer({ min: 0, max: 99 })),
    });
    fc.assert(
      fc.property(
        fc.array(job, { maxLength: 20 }),
        fc.array(running, { maxLength: 5 }),
        fc.integer({ min: 1, max: 3 }),
        (jobs, busy, slots) => {
          const queued = jobs.map((fields, index) => ({ id: `j${index}`, ...fields }));
          const forecast = forecastTurns(snapshot(queued, { slots, running: busy, topPriority: 2 }));
          expect([...forecast.values()].map(({ before }) => before)).toEqual(
            queued.map((_, index) => busy.length + index),
          );
          expect(forecast.size).toBe(queued.length);
        },
      ),
    );
  });
});
