import { subscribe } from 'valtio';
import { placeAt, type Place } from './place.rules.ts';

type Playback = {
  readonly state: { status: string; positionS: number; isPlaying: boolean };
  position(): number;
};

type PlayingMarkDeps = {
  player: Playback;
  segments(): Parameters<typeof placeAt>[0];
  list(): HTMLElement | null;
  /** Called when another segment is played. The index is null before the first segment. */
  onSegment(index: number | null): void;
};

export type PlayingMark = Disposable & {
  readonly place: Place | null;
  refresh(): void;
};

/**
 * Marks the segment and the word that are being played. They are determined in every animation frame. Only the
 * attribute `data-current` changes, so that nothing is rendered and nothing moves.
 */
export function createPlayingMark({ player, segments, list, onSegment }: PlayingMarkDeps): PlayingMark {
  let place: Place | null = null;
  let marked: Element[] = [];
  let frame = 0;

  const paint = () => {
    const item = place && list()?.querySelector(`[data-index="${place.segment}"]`);
    const next = [item, place && item?.querySelector(`[data-word="${place.word}"]`)].filter((one) => !!one);
    for (const element of marked) if (!next.includes(element)) element.removeAttribute('data-current');
    for (const element of next) element.toggleAttribute('data-current', true);
    marked = next;
  };
  const look = () => {
    // Nothing is marked before the person has played or moved the position for the first time.
    const { status, positionS } = player.state;
    const next = status === 'idle' && positionS === 0 ? null : placeAt(segments(), player.position());
    if (next?.segment === place?.segment && next?.word === place?.word) return;
    const isOther = next?.segment !== place?.segment;
    place = next;
    paint();
    if (isOther) onSegment(next?.segment ?? null);
  };
  const follow = () => {
    look();
    frame = player.state.isPlaying ? requestAnimationFrame(follow) : 0;
  };
  const stop = subscribe(player.state, () => {
    if (frame === 0) follow();
  });
  follow();

  return {
    get place() {
      return place;
    },
    refresh() {
      look();
      paint();
    },
    [Symbol.dispose]() {
      stop();
      cancelAnimationFrame(frame);
      for (const element of marked) element.removeAttribute('data-current');
    },
  };
}
