import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { subscribe } from 'valtio';
import type { Segment } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { createPlayingMark } from './playing-mark.ts';
import type { PlayingMark } from './playing-mark.ts';
import { placeAt } from '#web/features/transcript/transcript.rules.ts';
import type { ListHandle } from './transcript-list.tsx';

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);
const takesKeys = '[role="slider"], input, textarea, [role="menu"], [role="dialog"]';

/** The object keeps its identity while the list is the same. */
export type Playing = {
  /** Scrolls to the playing segment and follows the sound. */
  follow(): void;
  /** The person chose this time: follows the sound again, without scrolling to its segment. */
  startAt(timeS: number): void;
  leave(): void;
  /** Index of the playing segment; null before anything was played. */
  segment(): number | null;
  word(): number | null;
  refresh(): void;
};

/** Follows the sound until the reader scrolls or writes. Starting to play follows again. */
export function usePlaying(
  player: Player | null,
  segments: readonly Segment[],
  list: React.RefObject<ListHandle | null>,
  isHeld: boolean,
): { playing: Playing; isAway: boolean } {
  /** True if the playing or paused segment is out of sight and the view does not follow. */
  const [isAway, setAway] = useState(false);
  const isFollowing = useRef(true);
  /** Index of the segment from which the person started to play. */
  const chosen = useRef<number | null>(null);
  const known = useRef(segments);
  const mark = useRef<PlayingMark | null>(null);
  useLayoutEffect(() => {
    known.current = segments;
  }, [segments]);

  const look = useEffectEvent((isWritten = isHeld) => {
    const at = mark.current?.place?.segment ?? null;
    const isLed = (player?.state.isPlaying ?? false) && isFollowing.current && !isWritten;
    setAway(at !== null && !isLed && !(list.current?.isInSight(at) ?? true));
  });
  const keepInSight = useEffectEvent((index: number | null) => {
    if (index !== null && player?.state.isPlaying && isFollowing.current && !isHeld) {
      const isChosen = chosen.current === index;
      if (!isChosen) chosen.current = null;
      const box = list.current?.element?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
      const isInSight = isChosen
        ? list.current?.isInSight(index)
        : box && box.top > window.innerHeight * 0.12 && box.bottom < window.innerHeight * 0.72;
      if (!isInSight) list.current?.show(index, 'center');
    }
    look();
  });
  useEffect(() => {
    if (!player) return;
    const made = createPlayingMark({
      player,
      segments: () => known.current,
      list: () => list.current?.element ?? null,
      onSegment: (index) => keepInSight(index),
    });
    mark.current = made;
    let wasPlaying = player.state.isPlaying;
    const stop = subscribe(player.state, () => {
      const { isPlaying } = player.state;
      if (isPlaying && !wasPlaying) {
        isFollowing.current = true;
        keepInSight(made.place?.segment ?? null);
      }
      if (isPlaying !== wasPlaying) look();
      wasPlaying = isPlaying;
    });
    return () => {
      stop();
      mark.current = null;
      made[Symbol.dispose]();
      setAway(false);
    };
  }, [player, list]);
  useEffect(() => look(isHeld), [isHeld]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const leave = () => {
      isFollowing.current = false;
      look();
    };
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    window.addEventListener('wheel', leave, { passive: true, signal });
    window.addEventListener('touchmove', leave, { passive: true, signal });
    window.addEventListener('scroll', onScroll, { passive: true, signal });
    window.addEventListener(
      'keydown',
      ({ key, target }) => {
        if (scrollKeys.has(key) && !(target instanceof Element && target.closest(takesKeys))) leave();
      },
      { signal },
    );
    return () => {
      controller.abort();
      cancelAnimationFrame(frame);
    };
  }, []);

  const lookAgain = useRef(() => {});
  useLayoutEffect(() => {
    lookAgain.current = () => look();
  }, []);
  const playing = useMemo(
    (): Playing => ({
      follow() {
        isFollowing.current = true;
        const at = mark.current?.place?.segment;
        if (at !== undefined) list.current?.show(at, 'center');
        setAway(false);
      },
      startAt(timeS: number) {
        isFollowing.current = true;
        chosen.current = placeAt(known.current, timeS)?.segment ?? null;
        setAway(false);
      },
      leave() {
        isFollowing.current = false;
      },
      segment: () => mark.current?.place?.segment ?? null,
      word: () => mark.current?.place?.word ?? null,
      refresh() {
        mark.current?.refresh();
        lookAgain.current();
      },
    }),
    [list],
  );
  return { playing, isAway };
}
