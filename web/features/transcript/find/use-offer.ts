import { useMemo, useState } from 'react';
import type { Transcript } from '#api/contract/transcript.ts';
import { createFindIndex } from './find.rules.ts';
import type { Offer } from './transcript-offer.tsx';

export function useOffer(transcript: Transcript) {
  const [corrected, setCorrected] = useState<{ from: string; to: string } | null>(null);
  const index = useMemo(() => createFindIndex(), []);
  const { segments } = transcript;
  const offer = useMemo((): Offer | null => {
    if (!corrected) return null;
    const options = { text: corrected.from, isCaseKept: true, isWhole: true, areAccentsKept: true };
    let count = 0;
    for (const [at, segment] of segments.entries()) count += index.hitsOf(segment, at, options).length;
    return count > 0 ? { ...corrected, count } : null;
  }, [corrected, segments, index]);
  return {
    offer,
    make: (from: string, to: string) => setCorrected({ from, to }),
    close: () => setCorrected(null),
  };
}
