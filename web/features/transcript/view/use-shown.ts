import { useCallback, useRef, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';

/**
 * Returns the transcript to render. While only the segment that is being written changes, it stays the same object. Its
 * field shows the text already, so that a key stroke renders nothing, however long the transcript is.
 */
export function useShown(
  editor: TranscriptEditor | null,
  fallback: Transcript,
  written: string | null,
): Transcript {
  const drawn = useRef<Transcript | null>(null);
  const follow = useCallback(
    // The subscription is synchronous, so that a new turn and the caret in it are rendered together.
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

/**
 * True if the segment that is being written would look the same. Its field shows the text, so only speaker and time are
 * compared.
 */
const isAsDrawn = (a: Segment, b: Segment | undefined, segment: string): boolean =>
  a.id === segment && b?.id === segment && a.speaker === b.speaker && a.start === b.start;
