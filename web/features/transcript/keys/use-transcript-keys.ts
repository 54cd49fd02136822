import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { typingSelector } from '#web/parts/keys/key-target.rules.ts';
import { isApple } from '#web/lib/platform.ts';
import { actionOf } from './transcript-keys.rules.ts';
import type { KeyAction, KeyPlace, KeyPress } from './transcript-keys.rules.ts';

export const ownActionOf = (press: KeyPress, places: readonly KeyPlace[]): KeyAction | null =>
  actionOf(press, places, { isApple, areLettersOn: singleKeys.isOn });

/**
 * Returns the segment to which an element belongs; null if there is none. `isWhole` is true if the element is the whole
 * section.
 */
function turnOf(target: Element): { segment: string; isWhole: boolean } | null {
  const turn = target.closest('[data-index]')?.querySelector<HTMLElement>('[data-turn]');
  const segment = turn?.dataset['turn'];
  return segment === undefined ? null : { segment, isWhole: target === turn };
}

/**
 * Handles the shortcuts while the transcript is shown. Fields, menus and dialogs keep their keys. The text fields of
 * segments use the table of shortcuts by themselves. If `perform` returns false, the browser handles the key.
 */
export function useTranscriptKeys(perform: (action: KeyAction, segment: string | null) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isFinding = target.closest('[data-find]') !== null;
    const isField = target.closest(typingSelector) !== null;
    const turn = isField || isFinding ? null : turnOf(target);
    const places: KeyPlace[] = ['anywhere'];
    if (isFinding) places.push('find');
    else if (!isField) places.push('reading', ...(turn ? (['turn'] as const) : []));
    const action = ownActionOf(event, places);
    if (!action) return;
    // A button in a section and the form of the find panel handle Enter themselves.
    if (event.key === 'Enter' && (isFinding || (turn && !turn.isWhole))) return;
    if (perform(action, turn?.segment ?? null)) event.preventDefault();
  });
  useEffect(() => {
    const controller = new AbortController();
    window.addEventListener('keydown', (event) => onKey(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
