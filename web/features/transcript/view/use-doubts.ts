import { useMemo } from 'react';
import type { Verdict } from '#api/contract/recording.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { doubtsOf, markOfWord, poorSpots } from '#web/parts/transcript/doubt.rules.ts';

/** Returns the doubts about segments, and the marks of their words. */
export function useDoubts(segments: readonly Segment[], verdict: Verdict | null, durationS: number) {
  const spots = useMemo(() => poorSpots(verdict, durationS), [verdict, durationS]);
  const markOf = useMemo(() => markOfWord(spots), [spots]);
  const doubts = useMemo(() => doubtsOf(segments, spots), [segments, spots]);
  return { doubts, markOf };
}
