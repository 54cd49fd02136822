import { useEffect, useEffectEvent } from 'react';
import type { Hit } from '#web/features/transcript/find/find.rules.ts';
import { rangeOf } from '#web/features/transcript/text-place.ts';
import type { ListHandle } from '#web/features/transcript/view/transcript-list.tsx';
import type { Playing } from '#web/features/transcript/view/use-playing.ts';
import { hitKey } from '#web/features/transcript/find/use-find.ts';

/** Scrolls the current hit into view between panel and player; does nothing while the person writes. */
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
    // A distant section is rendered some frames later, and only then its height is known.
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
