import { useEffect, useEffectEvent, useRef } from 'react';
import type { Segment } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { placeAt } from '#web/parts/transcript/place.rules.ts';

type AimDeps = { segments: readonly Segment[]; player: Player | null; onGo(segment: string): void };

/**
 * Goes to the target of the address, once for each address. The segment is found by its id, or else by its time. The
 * player moves to it without playing.
 */
export function useAim(
  { atS, segment }: { atS: number | null; segment: string | null },
  deps: AimDeps,
): void {
  const been = useRef({ page: '', player: '' });
  const key = atS === null && segment === null ? '' : `${segment} ${atS}`;
  const go = useEffectEvent((key: string, player: Player | null, isThere: boolean) => {
    const { segments, onGo } = deps;
    const found =
      segments.find(({ id }) => id === segment) ?? segments[placeAt(segments, atS ?? 0)?.segment ?? 0];
    if (key === '' || !isThere || !found) return;
    if (been.current.page !== key) {
      been.current.page = key;
      onGo(found.id);
    }
    if (player && been.current.player !== key) {
      been.current.player = key;
      player.seek(atS ?? found.start);
    }
  });
  const hasText = deps.segments.length > 0;
  const { player } = deps;
  useEffect(() => go(key, player, hasText), [key, player, hasText]);
}
