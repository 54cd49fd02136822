import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairingReportLimits, type PairingEvent } from '#api/contract/pairing.ts';
import { createEventLog, logLimits } from './event-log.ts';

const level = (at: number, peaks: number[]): PairingEvent => ({
  event: 'report',
  report: { kind: 'level', at, peaks, level_dbfs: null },
});
const charge = (value: number): PairingEvent => ({
  event: 'report',
  report: { kind: 'battery', charge: value, charging: false },
});
const text = (length: number): PairingEvent => ({
  event: 'report',
  report: { kind: 'draft', from: 0, pieces: [{ start: 0, end: 1, text: 'x'.repeat(length) }] },
});
const read = (messages: readonly { json: string }[]) =>
  messages.map(({ json }) => JSON.parse(json) as PairingEvent);

describe('the log of events', () => {
  it('returns, whoever reads when, each event once and in order, with levels in a row as one', () => {
    const step = fc.oneof(
      fc.constant('read' as const),
      fc.constant('break' as const),
      fc.constant('level' as const),
      fc.constant('event' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const log = createEventLog();
        let after = log.lastId();
        const sent: number[] = [];
        const got: number[] = [];
        const take = (isBroken: boolean) => {
          const { messages } = log.since(after)!;
          // A connection may break after any message.
          const come = isBroken ? messages.slice(0, Math.ceil(messages.length / 2)) : messages;
          for (const event of read(come))
            if (event.event === 'report')
              got.push(...(event.report.kind === 'level' ? event.report.peaks : [-1]));
          after = come.at(-1)?.id ?? after;
        };
        for (const [n, what] of steps.entries()) {
          if (what === 'level') sent.push(n / 1000);
          if (what === 'event') sent.push(-1);
          if (what === 'level') log.add(level(n, [n / 1000]));
          else if (what === 'event') log.add(charge(0.5));
          else take(what === 'break');
        }
        take(false);
        expect(got).toEqual(sent);
      }),
    );
  });

  it('knows no more than so many events, and says so', () => {
    const log = createEventLog();
    const start = log.lastId();
    for (let n = 0; n < logLimits.events; n += 1) log.add(charge(0.5));
    expect(log.since(start)?.messages).toHaveLength(logLimits.events);
    log.add(charge(0.5));
    expect(log.since(start)).toBeNull();
  });

  it('keeps no more than so many characters', () => {
    const log = createEventLog();
    log.add(charge(0.1));
    const start = log.lastId();
    for (let n = 0; n < 5; n += 1) log.add(text(logLimits.chars / 4));
    expect(log.since(start)).toBeNull();
    log.add(text(logLimits.chars * 2));
    expect(log.since(log.lastId())).toEqual({ messages: [], isChanged: false });
  });

  it('keeps the last minute of the level, also where reports have no peaks', () => {
    const log = createEventLog();
    const start = log.lastId();
    for (let n = 0; n < 1_000; n += 1) log.add(level(n, n % 2 === 0 ? [] : [n / 1000, n / 1000]));
    const [message, ...more] = log.since(start)!.messages;
    expect(more).toEqual([]);
    const [event] = read([message!]);
    const peaks = event?.event === 'report' && event.report.kind === 'level' ? event.report.peaks : [];
    expect(peaks.length).toBeLessThanOrEqual(pairingReportLimits.peaks);
    expect(peaks.length).toBeGreaterThan(pairingReportLimits.peaks / 2);
    expect(peaks.at(-1)).toBe(0.999);
  });

  it('tells of a change of the pairing without an event', () => {
    const log = createEventLog();
    const start = log.lastId();
    log.change();
    expect(log.since(start)).toEqual({ messages: [], isChanged: true });
    expect(log.since(log.lastId())).toEqual({ messages: [], isChanged: false });
  });

  it('knows no id of another log, none from the future, and no nonsense', () => {
    const log = createEventLog();
    const [epoch] = log.lastId().split('-');
    for (const id of [createEventLog().lastId(), `${epoch}-1`, `${epoch}--1`, `${epoch}-1e3`, epoch!, ''])
      expect([id, log.since(id)]).toEqual([id, null]);
  });
});
