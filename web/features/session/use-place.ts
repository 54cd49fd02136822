import { useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import type { Segment } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { placeAt } from '#web/features/transcript/transcript.rules.ts';
import type { Place } from '#web/features/transcript/transcript.rules.ts';

const isSame = (a: Place | null, b: Place | null) => a?.segment === b?.segment && a?.word === b?.word;

/** The segment and word that are being played, looked up with every frame while playing; renders only when it changes. */
export function usePlace(player: Player | null, segments: readonly Segment[]) {
  const [place, setPlace] = useState<Place | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!player) return;
    let frame = 0;
    const look = () => {
      // Before anything was played or sought there is no place to mark.
      const { status, positionS } = player.state;
      const next = status === 'idle' && positionS === 0 ? null : placeAt(segments, player.position());
      setPlace((current) => (isSame(current, next) ? current : next));
    };
    const follow = () => {
      look();
      frame = player.state.isPlaying ? requestAnimationFrame(follow) : 0;
    };
    const onChange = () => {
      setPlaying(player.state.isPlaying);
      if (frame === 0) follow();
    };
    onChange();
    const stop = subscribe(player.state, onChange);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      setPlaying(false);
    };
  }, [player, segments]);
  return { place, isPlaying };
}
