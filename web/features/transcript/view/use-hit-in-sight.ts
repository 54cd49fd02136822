import { useEffect, useEffectEvent } from 'react';
import type { Hit } from '#web/features/transcript/find/find.rules.ts';
import { rangeOf } from '#web/features/transcript/text-place.ts';
import type { ListHandle } from '#web/features/transcript/view/transcript-list.tsx';
import type { Playing } from '#web/features/transcript/view/use-playing.ts';
import { hitKey } from '#web/features/transcript/find/use-find.ts';

/** The hit that is looked at is seen beneath the panel and above the player; while somebody writes the page is left alone. */
export function useHitInSight(
  list: React.RefObject<ListHandle | null>,
  hit: Hit | null,
  playing: Playing,
): void {
  const key = hit && hitKey(hit);
  const show = useEffectEvent((wanted: string | null) => {
    if (!hit || wanted === null || !document.activeElement?.closest('[data-find]')) return () => {};
    playing.leave();
    list.current?.show(hit.index, 'auto');
    let frame = 0;
    // far away its section is drawn some frames later, and its height is known then
    const look = (left: number) => {
      const item = list.current?.element?.querySelector(`[data-index="${hit.index}"] [data-text]`);
      const part = item && rangeOf(item, hit.from, hit.to);
      if (part) list.current?.uncover(part);
      if (left > 0) frame = requestAnimationFrame(() => look(left - 1));
    };
    frame = requestAnimationFrame(() => look(10));
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => show(key), [key]);
}
