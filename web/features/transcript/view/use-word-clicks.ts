import { useEffect, useEffectEvent } from 'react';
import type { Segment } from '#api/contract/transcript.ts';
import { wordsOf } from '#api/shared/transcript-edit/realign.ts';

/**
 * Calls `onPlay` with the time of a clicked word, s, unless the click ends a text selection. One listener serves all
 * words.
 */
export function useWordClicks(
  list: React.RefObject<HTMLOListElement | null>,
  segments: readonly Segment[],
  onPlay: ((timeS: number) => void) | null,
): void {
  const click = useEffectEvent((event: MouseEvent) => {
    if (!onPlay || !(event.target instanceof Element) || window.getSelection()?.type === 'Range') return;
    const word = event.target.closest<HTMLElement>('[data-word]');
    const item = word?.closest<HTMLElement>('[data-index]');
    const segment = segments[Number(item?.dataset['index'])];
    const found = segment && wordsOf(segment)[Number(word?.dataset['word'])];
    if (found) onPlay(found.start);
  });
  useEffect(() => {
    const controller = new AbortController();
    list.current?.addEventListener('click', (event) => click(event), { signal: controller.signal });
    return () => controller.abort();
  }, [list]);
}
