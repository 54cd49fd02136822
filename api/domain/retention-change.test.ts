import { describe, expect, it } from 'vitest';
import type { DomainRetention } from '#api/contract/domain.ts';
import type { AppError } from '#api/lib/error.ts';
import { retentionAfter } from './retention-change.rules.ts';

const nowMs = Date.UTC(2025, 10, 1, 23, 30);
const defaults = { audio_days: 30, content_months: 6 };

/** Writes a retention as `audio/content`, and `next` as `audio/content@effective`. */
const retention = (base: string | null, next?: string): DomainRetention | null => {
  if (base === null) return null;
  const periods = (text: string) => {
    const [audio, content] = text.split('/').map(Number) as [number, number];
    return { audio_days: audio, content_months: content };
  };
  const [later, effective] = next?.split('@') ?? [];
  return {
    ...periods(base),
    next: later && effective ? { ...periods(later), effective } : null,
  };
};

/** Returns the retention that a change stores, or the code of its refusal. */
function outcome(present: DomainRetention | null | undefined, sent: DomainRetention | null) {
  try {
    return retentionAfter({ present, sent, defaults, nowMs });
  } catch (error) {
    return (error as AppError).code;
  }
}

type Case = [
  what: string,
  present: [string | null, string?] | 'new',
  sent: [string | null, string?],
  code: string,
];
const notice = 'domain.retention_notice';

describe('a change of the retention', () => {
  it.each<Case>([
    ['longer periods hold at once', ['30/6'], ['60/12'], 'ok'],
    ['shorter audio needs a day', ['30/6'], ['20/6'], notice],
    ['shorter content needs a day', ['30/6'], ['30/5'], notice],
    ['one longer and one shorter needs a day', ['30/6'], ['60/5'], notice],
    ['the same is none', ['30/6'], ['30/6'], 'ok'],
    ['the default is 30/6: shorter', [null], ['29/6'], notice],
    ['the default is 30/6: longer', [null], ['31/6'], 'ok'],
    ['back to the default from longer periods', ['60/6'], [null], notice],
    ['back to the default from shorter periods', ['20/3'], [null], 'ok'],
    ['shorter in 30 days', ['30/6'], ['30/6', '20/3@2025-12-01'], 'ok'],
    ['shorter in 29 days', ['30/6'], ['30/6', '20/3@2025-11-30'], notice],
    ['from the default, shorter in 30 days', [null], ['30/6', '20/3@2025-12-01'], 'ok'],
    ['longer now and shorter later', ['30/6'], ['60/6', '30/3@2025-12-01'], 'ok'],
    ['later periods that are longer', ['30/6'], ['30/6', '31/6@2025-12-01'], 'request.invalid'],
    ['later periods of which one is longer', ['30/6'], ['30/6', '20/7@2025-12-01'], 'request.invalid'],
    [
      'notice stays as it was, its day is near',
      ['30/6', '20/3@2025-11-05'],
      ['30/6', '20/3@2025-11-05'],
      'ok',
    ],
    ['longer base, the notice stays', ['30/6', '20/3@2025-11-05'], ['40/6', '20/3@2025-11-05'], 'ok'],
    ['withdrawn before its day', ['30/6', '20/3@2025-11-02'], ['30/6'], 'ok'],
    ['replaced with the day of the first', ['30/6', '20/3@2025-11-05'], ['30/6', '10/3@2025-11-05'], notice],
    ['replaced with a new day', ['30/6', '20/3@2025-11-05'], ['30/6', '10/3@2025-12-01'], 'ok'],
    ['the day is moved closer', ['30/6', '20/3@2025-12-24'], ['30/6', '20/3@2025-11-20'], notice],
    ['the announced periods hold at once', ['30/6', '20/3@2025-11-02'], ['20/3'], notice],
    // Today is the day: the periods of `next` are those in force.
    ['after its day they become the base', ['30/6', '20/3@2025-11-01'], ['20/3'], 'ok'],
    ['after its day, longer again', ['30/6', '20/3@2025-11-01'], ['30/6'], 'ok'],
    ['after its day, still shorter', ['30/6', '20/3@2025-11-01'], ['19/3'], notice],
    ['after its day, a second step', ['30/6', '20/3@2025-11-01'], ['20/3', '10/2@2025-12-01'], 'ok'],
    [
      'after its day, the second step too early',
      ['30/6', '20/3@2025-11-01'],
      ['20/3', '10/2@2025-11-09'],
      notice,
    ],
    ['a new host begins with short periods', 'new', ['1/1'], 'ok'],
    ['a new host, announced too early', 'new', ['30/6', '20/3@2025-11-09'], notice],
  ])('%s', (_what, before, after, code) => {
    const present = before === 'new' ? undefined : retention(...before);
    const sent = retention(...after);
    expect(outcome(present, sent)).toEqual(code === 'ok' ? sent : code);
  });

  it('keeps periods that have begun when the next step is announced over an unchanged base', () => {
    const present = retention('30/6', '20/3@2025-11-01');
    const change = (next: string) => outcome(present, retention('30/6', next));
    expect(change('10/2@2025-12-01')).toEqual(retention('20/3', '10/2@2025-12-01'));
    expect(change('25/2@2025-12-01')).toBe('request.invalid');
    expect(change('10/2@2025-11-09')).toBe(notice);
  });

  it('ends periods that have begun when the base is changed', () => {
    const present = retention('30/6', '20/3@2025-11-01');
    const sent = retention('40/6', '20/3@2025-11-01');
    expect(retentionAfter({ present, sent, defaults, nowMs })).toEqual(retention('40/6'));
  });
});
