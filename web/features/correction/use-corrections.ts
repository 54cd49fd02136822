import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Suggestion } from '#api/contract/suggestion.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { TranscriptEditor } from '#web/features/transcript/index.ts';
import { countShown, filterShown, placeAll, takeAll, type Placed, type Shown } from './suggestion.rules.ts';

function useShownTranscript(session: SessionDetail, editor: TranscriptEditor | null): Transcript | null {
  return useSyncExternalStore(
    (onChange) => (editor ? subscribe(editor.state, onChange) : () => {}),
    () => (editor ? (editor.state.transcript as Transcript) : session.transcript),
  );
}

type Step = { ids: string[]; isTaken: boolean };

type CorrectionsDeps = {
  session: SessionDetail;
  editor: TranscriptEditor | null;
  suggestions: readonly Suggestion[];
  settle(settled: { ids: string[]; state: Suggestion['state'] }): void;
};

export function useCorrections({ session, editor, suggestions, settle }: CorrectionsDeps) {
  const transcript = useShownTranscript(session, editor);
  const [shown, setShown] = useState<Shown>('open');
  const steps = useRef<Step[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const segments = useMemo(
    () => new Map<string, Segment>(transcript?.segments.map((segment) => [segment.id, segment])),
    [transcript],
  );
  const textOf = (segment: string): string => segments.get(segment)?.text ?? '';
  const placed = useMemo(
    () => placeAll(suggestions, (segment) => segments.get(segment)?.text ?? ''),
    [suggestions, segments],
  );
  const add = (step: Step): void => {
    steps.current.push(step);
    setCanUndo(true);
  };
  return {
    shown,
    setShown,
    counts: countShown(placed),
    list: filterShown(placed, shown),
    speakers: transcript?.speakers ?? {},
    segments,
    canUndo,
    /** Applies those of the chosen proposals that still have a place, all in one step of undo. Returns their number. */
    take(chosen: readonly Placed[]): number {
      const placeable = chosen.filter(({ place }) => place !== null);
      if (!editor || placeable.length === 0) return 0;
      const ids = placeable.map(({ id }) => id);
      editor.endWriting();
      editor.replaceAll(takeAll(placeable, textOf));
      settle({ ids, state: 'taken' });
      add({ ids, isTaken: true });
      return ids.length;
    },
    leave(chosen: readonly Placed[]): void {
      const ids = chosen.map(({ id }) => id);
      if (ids.length === 0) return;
      settle({ ids, state: 'left' });
      add({ ids, isTaken: false });
    },
    reopen: ({ id }: Placed): void => settle({ ids: [id], state: 'open' }),
    undo(): boolean {
      const step = steps.current.pop();
      setCanUndo(steps.current.length > 0);
      if (!step) return false;
      if (step.isTaken) editor?.undo();
      settle({ ids: step.ids, state: 'open' });
      return true;
    },
  };
}

export type Corrections = ReturnType<typeof useCorrections>;
