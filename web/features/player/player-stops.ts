import { createScope } from '#web/lib/scope.ts';
import { nextStop } from './player.rules.ts';
import type { Stretches } from './player.rules.ts';
import type { AudioLike } from './player.ts';

export type PlayerStops = Disposable & {
  /** Recomputes the next stop; call when position, rate or playback changes. */
  watch(): void;
  /** Plays until `untilS`, s, with `skips` in place of the regular ones. */
  beginSpan(untilS: number, skips: Stretches): void;
  endSpan(): void;
  setSkips(skips: Stretches): void;
};

type PlayerStopsDeps = {
  isRunning(): boolean;
  audio(): AudioLike;
  onJump(timeS: number): void;
  onPause(): void;
};

/** Pauses and jumps by a timer: `timeupdate` of an audio element comes four times a second, too late for a cut. */
export function createPlayerStops(deps: PlayerStopsDeps): PlayerStops {
  const scope = createScope();
  let standing: Stretches = [];
  let span: { untilS: number; skips: Stretches } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  function watch(): void {
    clearTimeout(timer);
    if (!deps.isRunning() || scope.signal.aborted) return;
    const { currentTime: timeS, playbackRate: rate } = deps.audio();
    const stop = nextStop(timeS, span?.untilS ?? null, span?.skips ?? standing);
    if (!stop) return;
    const waitS = (stop.atS - timeS) / rate;
    if (waitS > 0.003) {
      // Audio clock and page clock drift, so the timer is checked at least once a second.
      timer = setTimeout(watch, Math.min(1000, waitS * 1000));
    } else if (stop.toS === null) {
      deps.onPause();
    } else {
      deps.onJump(stop.toS);
      watch();
    }
  }

  return {
    watch,
    beginSpan(untilS, skips) {
      span = { untilS, skips };
      watch();
    },
    endSpan() {
      span = null;
    },
    setSkips(skips) {
      standing = skips;
      watch();
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
