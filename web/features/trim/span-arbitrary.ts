import * as fc from 'fast-check';
import { joinSpans } from './span.rules.ts';
import type { Span } from './span.rules.ts';

/** For property tests: makes spans of a recording of `durationS`, s, ascending and not overlapping. */
export const spansWithin = (durationS: number): fc.Arbitrary<Span[]> =>
  fc.array(fc.tuple(timeWithin(durationS), timeWithin(durationS)), { maxLength: 12 }).map((pairs) =>
    joinSpans(
      pairs.map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]),
      durationS,
    ),
  );

export const timeWithin = (durationS: number): fc.Arbitrary<number> =>
  fc.double({ min: 0, max: durationS, noNaN: true, noDefaultInfinity: true });
