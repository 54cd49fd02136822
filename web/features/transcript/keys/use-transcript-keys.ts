import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { typingSelector } from '#web/parts/keys/key-target.rules.ts';
import { isApple } from '#web/lib/platform.ts';
import { actionOf } from './transcript-keys.rules.ts';
import type { KeyAction, KeyPlace, KeyPress } from './transcript-keys.rules.ts';

/** What a press means here, with what this device and this person have set. */
export const ownActionOf = (press: KeyPress, places: readonly KeyPlace[]): KeyAction | null =>
  actionOf(press, places, { isApple, areLettersOn: singleKeys.isOn });

/** The turn that an element belongs to, and whether it is the section itself or something in it. */
function turnOf(target: Element): { segment: string; isWhole: boolean } | null {
  const turn = target.closest('[data-index]')?.querySelector<HTMLElement>('[data-turn]');
  const segment = turn?.dataset['turn'];
  return segment === undefined ? null : { segment, isWhole: target === turn };
}

/**
 * The keys of the transcript for as long as it is shown. Fields, menus and dialogs keep theirs; a field of the transcript's text
 * reads the table itself. `perform` answers whether it was of use: else the browser goes on.
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
    // a button in a section has its own Enter; the form of the find panel as well
    if (event.key === 'Enter' && (isFinding || (turn && !turn.isWhole))) return;
    if (perform(action, turn?.segment ?? null)) event.preventDefault();
  });
  useEffect(() => {
    const controller = new AbortController();
    window.addEventListener('keydown', (event) => onKey(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
