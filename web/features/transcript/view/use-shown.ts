import { useCallback, useRef, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';

/**
 * The transcript to draw. What somebody writes is in their field already: as long as only that segment changes, nothing is drawn,
 * so that a key stroke costs the same at 2:30 h as in an empty text.
 */
export function useShown(
  editor: TranscriptEditor | null,
  fallback: Transcript,
  written: string | null,
): Transcript {
  const drawn = useRef<Transcript | null>(null);
  const follow = useCallback(
    // at once, so that a turn that was made and the caret in it are drawn together
    (onChange: () => void) => (editor ? subscribe(editor.state, onChange, true) : () => {}),
    [editor],
  );
  const take = (): Transcript => {
    const next = (editor?.state.transcript ?? fallback) as Transcript;
    const last = drawn.current;
    if (written !== null && last && isSameBut(last, next, written)) return last;
    return (drawn.current = next);
  };
  return useSyncExternalStore(follow, take);
}

const isSameBut = (a: Transcript, b: Transcript, segment: string): boolean =>
  a === b ||
  (a.speakers === b.speakers &&
    a.unapplied === b.unapplied &&
    a.version === b.version &&
    a.partial === b.partial &&
    a.segments.length === b.segments.length &&
    a.segments.every(
      (one, index) => one === b.segments[index] || isAsDrawn(one, b.segments[index], segment),
    ));

/** Who says it and when are drawn, its text is the field's. */
const isAsDrawn = (a: Segment, b: Segment | undefined, segment: string): boolean =>
  a.id === segment && b?.id === segment && a.speaker === b.speaker && a.start === b.start;
