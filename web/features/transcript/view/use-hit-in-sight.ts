import { useEffect, useEffectEvent } from 'react';
import type { Hit } from '#web/features/transcript/find/find.rules.ts';
import { hitKey } from '#web/features/transcript/find/find.state.ts';
import { rangeOf } from '#web/features/transcript/text-place.ts';
import type { Playing } from './playing.state.ts';
import type { ListHandle } from './transcript-list.tsx';

/** Scrolls the current hit into view between panel and player, if the focus is in the search panel. */
export function useHitInSight(list: () => ListHandle | null, hit: Hit | null, playing: Playing): void {
  const key = hit && hitKey(hit);
  const show = useEffectEvent((wanted: string | null) => {
    if (!hit || wanted === null || !document.activeElement?.closest('[data-find]')) return () => {};
    playing.leave();
    list()?.show(hit.index, 'auto');
    let frame = 0;
    // A distant section is rendered some frames later. Its height is unknown before that.
    const look = (left: number) => {
      const item = list()?.element?.querySelector(`[data-index="${hit.index}"] [data-text]`);
      const part = item && rangeOf(item, hit.from, hit.to);
      if (part) list()?.uncover(part);
      if (left > 0) frame = requestAnimationFrame(() => look(left - 1));
    };
    frame = requestAnimationFrame(() => look(10));
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => show(key), [key]);
}
