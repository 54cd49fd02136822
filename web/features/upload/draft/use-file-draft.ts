import { useMemo } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { emptyDraftText, startRunState, type DraftRunState } from '#web/parts/draft/draft-run.ts';
import type { RulerText } from '#web/ui/ruler/ruler-draw-text.ts';
import type { FileDraft } from './file-draft.ts';

const noRun = proxy(startRunState());

export type ShownDraft = DraftRunState & { isStopped: boolean };

/** Returns the draft as it is now; null if none was begun. */
export function useFileDraft(draft: FileDraft): ShownDraft | null {
  const { run, isStopped } = useSnapshot(draft.state);
  const state = useSnapshot(run && draft.state.run ? draft.state.run.state : noRun) as DraftRunState;
  return run ? { ...state, isStopped } : null;
}

/** Returns the words of a draft for a ruler. */
export function useRulerText(draft: FileDraft, durationS: number): RulerText | null {
  const shown = useFileDraft(draft);
  const isBegun = shown !== null;
  const segments = shown?.text.segments ?? emptyDraftText.segments;
  const upToS = shown?.status === 'ended' ? durationS : (shown?.writtenUpToS ?? 0);
  return useMemo(
    () => (isBegun ? { words: segments.flatMap(({ words }) => words), upToS } : null),
    [isBegun, segments, upToS],
  );
}
