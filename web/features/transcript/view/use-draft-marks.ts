import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { Transcript, TranscriptVersion } from '#api/contract/transcript.ts';
import {
  compareWithDraft,
  draftStart,
  type DraftDifference,
} from '#web/features/transcript/draft/draft-difference.rules.ts';
import { draftVisitOf } from './draft-visit.state.ts';
import { useVersion } from './transcript-versions.tsx';

/** The differences between a transcription and the draft before it, as far as they are shown. */
export type DraftMarks = {
  areOn: boolean;
  areGoneShown: boolean;
  /** Null as long as the draft is not here. */
  difference: DraftDifference | null;
  /** The error if the draft could not be fetched; null if there is none. */
  error: Error | null;
  isFetching: boolean;
  toggle(): void;
  toggleGone(): void;
  retry(): void;
};

/**
 * Compares a transcription with the session's draft, which is fetched when it is needed. The differences are marked if the person
 * has seen the draft since the page was opened, or wants it. Returns null if there is nothing to compare.
 */
export function useDraftMarks(
  sessionId: string,
  transcript: Transcript,
  versions: readonly TranscriptVersion[],
): DraftMarks | null {
  const visit = draftVisitOf(sessionId);
  const { wasShown, areMarked, areGoneShown } = useSnapshot(visit.state);
  const isDraftShown = transcript.draft !== undefined;
  useEffect(() => {
    if (isDraftShown) visit.shown();
  }, [visit, isDraftShown]);
  const version = versions.find(({ engine }) => isDraftEngine(engine))?.version ?? null;
  const isComparable = version !== null && draftStart(transcript) > 0;
  const areOn = isComparable && (areMarked ?? (wasShown || isDraftShown));
  const { data: draft, error, isFetching, refetch } = useVersion(sessionId, areOn ? version : null);
  const difference = useMemo(
    () => (areOn && draft ? compareWithDraft(transcript, draft) : null),
    [areOn, draft, transcript],
  );
  if (!isComparable) return null;
  return {
    areOn,
    areGoneShown,
    difference,
    error,
    isFetching,
    toggle: () => visit.mark(!areOn),
    toggleGone: () => visit.showGone(!areGoneShown),
    retry: () => void refetch(),
  };
}
