import { createScope } from '#web/lib/scope.ts';
import { nextStop } from './player.rules.ts';
import type { Stretches } from './player.rules.ts';
import type { AudioLike } from './player.ts';

export type PlayerStops = Disposable & {
  /**
   * Finds the next stop. It must be called when the position or the rate has changed, and when playback has started.
   */
  watch(): void;
  /**
   * Lets playback end at `untilS`, s. Until then the stretches of `skips` are skipped instead of those of `setSkips`.
   */
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

/**
 * Creates the timer that pauses playback and jumps over stretches. The event `timeupdate` of an audio element would be
 * too late for a cut, because it comes four times a second.
 */
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
      // The clocks of the audio and of the page drift apart, so the position is checked at least once a second.
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
