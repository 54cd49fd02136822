import { proxy, subscribe } from 'valtio';
import type { Player } from '#web/features/player/index.ts';
import { placeAt } from '#web/parts/transcript/place.rules.ts';
import { createScope } from '#web/lib/scope.ts';
import { createPlayingMark, type PlayingMark } from '#web/parts/transcript/playing-mark.ts';
import type { ListHandle } from './transcript-list.tsx';
import type { TranscriptSource } from './transcript-source.ts';

type PlayingDeps = {
  source: TranscriptSource;
  /** Returns the list; null before it is drawn. */
  list(): ListHandle | null;
  /** True while the person writes. The list is not scrolled during that time. */
  isWriting(): boolean;
};

/** Follows playback until the reader scrolls or writes. When playback starts again, it is followed again. */
export type Playing = {
  /** `isAway` means that the segment at the position of playback is out of sight, and that the list does not follow. */
  readonly state: { isAway: boolean };
  /** Scrolls to the segment being played and follows playback. */
  follow(): void;
  /** Plays from a time that the person has chosen, s, and follows playback without scrolling to its segment. */
  playFrom(timeS: number): void;
  /** Stops following. */
  leave(): void;
  /** Returns the index of the segment being played; null before anything was played. */
  segment(): number | null;
  /** Returns the index of the word being played in its segment; null before anything was played. */
  word(): number | null;
  /** Marks the playing words again, because the list was drawn. */
  refresh(): void;
  /** Marks and follows what this player plays, until the result is disposed of. */
  attach(player: Player): Disposable;
  /** Stops following when the reader scrolls. It watches this until the result is disposed of. */
  watchReader(window: EventTarget): Disposable;
};

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);
const takesKeys = '[role="slider"], input, textarea, [role="menu"], [role="dialog"]';

export function createPlaying({ source, list, isWriting }: PlayingDeps): Playing {
  const state = proxy({ isAway: false });
  let mark: PlayingMark | null = null;
  let isFollowing = true;
  /** Index of the segment from which the person started to play. Null when playback has left it. */
  let chosen: number | null = null;

  const segment = (): number | null => mark?.place?.segment ?? null;
  const isLed = (): boolean => (source.drawn.player?.state.isPlaying ?? false) && isFollowing && !isWriting();
  const look = (): void => {
    const at = segment();
    state.isAway = at !== null && !isLed() && !(list()?.isInSight(at) ?? true);
  };
  const keepInSight = (index: number | null): void => {
    if (index !== null && isLed()) {
      const isChosen = chosen === index;
      if (!isChosen) chosen = null;
      const isInSight = isChosen ? list()?.isInSight(index) : list()?.isInMiddle(index);
      if (!isInSight) list()?.show(index, 'center');
    }
    look();
  };
  const leave = (): void => {
    isFollowing = false;
  };
  return {
    state,
    follow() {
      isFollowing = true;
      const at = segment();
      if (at !== null) list()?.show(at, 'center');
      state.isAway = false;
    },
    playFrom(timeS) {
      const { player, transcript } = source.drawn;
      if (!player) return;
      isFollowing = true;
      chosen = placeAt(transcript.segments, timeS)?.segment ?? null;
      state.isAway = false;
      player.seek(timeS);
      player.play();
    },
    leave,
    segment,
    word: () => mark?.place?.word ?? null,
    refresh() {
      mark?.refresh();
      look();
    },
    attach(player) {
      const made = createPlayingMark({
        player,
        segments: () => source.drawn.transcript.segments,
        list: () => list()?.element ?? null,
        onSegment: keepInSight,
      });
      mark = made;
      const stop = watchPlaying(player, (isPlaying) => {
        if (isPlaying) {
          isFollowing = true;
          keepInSight(segment());
        }
        look();
      });
      return {
        [Symbol.dispose]() {
          stop();
          mark = null;
          made[Symbol.dispose]();
          state.isAway = false;
        },
      };
    },
    watchReader: (window) =>
      watchScrolling(window, look, () => {
        leave();
        look();
      }),
  };
}

/** Calls `onChange` when playing starts or ends. Returns a function that ends this. */
function watchPlaying({ state }: Player, onChange: (isPlaying: boolean) => void): () => void {
  let wasPlaying = state.isPlaying;
  return subscribe(state, () => {
    if (state.isPlaying === wasPlaying) return;
    wasPlaying = state.isPlaying;
    onChange(wasPlaying);
  });
}

/** Calls `onScrolled` once a frame while the page scrolls, and `onReader` if it is the reader who scrolls. */
function watchScrolling(window: EventTarget, onScrolled: () => void, onReader: () => void): Disposable {
  const scope = createScope();
  let frame = 0;
  scope.defer(() => cancelAnimationFrame(frame));
  scope.listen(window, 'wheel', onReader, { passive: true });
  scope.listen(window, 'touchmove', onReader, { passive: true });
  scope.listen(
    window,
    'scroll',
    () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        onScrolled();
      });
    },
    { passive: true },
  );
  scope.listen(window, 'keydown', (event) => {
    const { key, target } = event as KeyboardEvent;
    if (scrollKeys.has(key) && !(target instanceof Element && target.closest(takesKeys))) onReader();
  });
  return scope;
}
