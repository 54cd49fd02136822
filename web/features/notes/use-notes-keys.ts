import { useEffect, useEffectEvent, type RefObject } from 'react';
import { notesKeyOf } from './notes-keys.rules.ts';
import { timeAround } from './notes.rules.ts';

type NotesKeys = {
  insertTime: (() => void) | null;
  playAt: ((atS: number) => void) | null;
  durationS: number;
};

/** Ctrl or ⌘ with J inserts the playback time at the caret. Ctrl or ⌘ with Enter or a click plays from the time at the caret. */
export function useNotesKeys(
  field: RefObject<HTMLTextAreaElement | null>,
  isShown: boolean,
  { insertTime, playAt, durationS }: NotesKeys,
): void {
  const playHere = useEffectEvent((element: HTMLTextAreaElement): boolean => {
    const atS = timeAround(element.value, element.selectionStart, durationS);
    if (atS === null || !playAt) return false;
    playAt(atS);
    return true;
  });
  const onKey = useEffectEvent((event: KeyboardEvent, element: HTMLTextAreaElement) => {
    const action = notesKeyOf(event);
    if (action === 'insert' && insertTime) {
      event.preventDefault();
      insertTime();
    } else if (action === 'play' && playHere(element)) event.preventDefault();
  });
  useEffect(() => {
    const element = field.current;
    if (!element || !isShown) return;
    const close = new AbortController();
    const { signal } = close;
    element.addEventListener('keydown', (event) => onKey(event, element), { signal });
    element.addEventListener(
      'click',
      (event) => {
        if (event.ctrlKey || event.metaKey) playHere(element);
      },
      { signal },
    );
    return () => close.abort();
  }, [field, isShown]);
}
