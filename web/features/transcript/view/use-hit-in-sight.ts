import { useEffect, useEffectEvent } from 'react';
import type { Hit } from '#web/features/transcript/find/find.rules.ts';
import { hitKey } from '#web/features/transcript/find/find.state.ts';
import { rangeOf } from '#web/features/transcript/text-place.ts';
import type { Playing } from './playing.state.ts';
import type { ListHandle } from './transcript-list.tsx';

/** Number of consecutive frames with the hit in sight after which the list is taken as settled. */
const steadyFrames = 10;
/** Largest number of frames in which a hit is awaited: 5 s at 60 frames a second. */
const mostFrames = 300;

/** Scrolls the current hit into view between panel and player, if the focus is in the search panel. */
export function useHitInSight(list: () => ListHandle | null, hit: Hit | null, playing: Playing): void {
  const key = hit && hitKey(hit);
  const show = useEffectEvent((wanted: string | null) => {
    if (!hit || wanted === null || !document.activeElement?.closest('[data-find]')) return () => {};
    playing.leave();
    list()?.show(hit.index, 'auto');
    let frame = 0;
    // A distant section is rendered some frames later, more of them on a busy machine. Its height is unknown before that, and the list may
    // scroll again when it is known.
    const look = (steady: number, left: number) => {
      const item = list()?.element?.querySelector(`[data-index="${hit.index}"] [data-text]`);
      const part = item && rangeOf(item, hit.from, hit.to);
      const next = part && list()?.uncover(part) ? steady + 1 : 0;
      if (next < steadyFrames && left > 0) frame = requestAnimationFrame(() => look(next, left - 1));
    };
    frame = requestAnimationFrame(() => look(0, mostFrames));
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => show(key), [key]);
}
