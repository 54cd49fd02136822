import { useEffect } from 'react';
import type { Segment } from '#api/contract/transcript.ts';
import { clearHits, markHits } from '#web/features/transcript/find/find-marks.ts';
import { type Hit, hitTimes } from '#web/features/transcript/find/find.rules.ts';
import type { Player } from '#web/features/player/index.ts';
import type { ListHandle } from './transcript-list.tsx';

/** Delay after which the marks on the ruler follow those in the text, ms. */
const rulerAfterMs = 120;

/** Marks the hits of the search in the list and on the player's ruler. */
export function useHitMarks(
  list: () => ListHandle | null,
  hits: readonly Hit[],
  current: number,
  { player, segments }: { player: Player | null; segments: readonly Segment[] },
): void {
  useEffect(() => {
    if (!player || hits.length === 0) return;
    const timer = setTimeout(() => player.setFinds(hitTimes(hits, segments)), rulerAfterMs);
    return () => {
      clearTimeout(timer);
      player.setFinds([]);
    };
    // The segments change together with `hits`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [player, hits]);
  useEffect(() => {
    markHits(list()?.element ?? null, hits, hits[current] ?? null);
  }, [list, hits, current]);
  useEffect(() => clearHits, []);
}
