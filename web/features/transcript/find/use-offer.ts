import { useMemo } from 'react';
import type { Segment } from '#api/contract/transcript.ts';
import { createFindIndex } from './find.rules.ts';
import type { Offer } from './transcript-offer.tsx';

/**
 * Counts how often the former form of a corrected word still occurs. Returns null if it does not occur, or if no word
 * was corrected.
 */
export function useOffer(
  segments: readonly Segment[],
  corrected: { from: string; to: string } | null,
): Offer | null {
  const index = useMemo(() => createFindIndex(), []);
  return useMemo((): Offer | null => {
    if (!corrected) return null;
    const options = { text: corrected.from, isCaseKept: true, isWhole: true, areAccentsKept: true };
    let count = 0;
    for (const [at, segment] of segments.entries()) count += index.hitsOf(segment, at, options).length;
    return count > 0 ? { ...corrected, count } : null;
  }, [corrected, segments, index]);
}
