import type { PlayerElement } from './player-element.ts';
import { slowForMs } from './player.rules.ts';
import type { Player, PlayerDeps, PlayerState } from './player.ts';

export type PlayerPace = Disposable &
  Pick<Player, 'setRate' | 'setMuted' | 'setVolume' | 'slow'> & {
    /** Returns to the chosen rate at once. */
    endSlow(): void;
  };

type PaceDeps = Pick<PlayerDeps, 'settings'> & {
  state: PlayerState;
  element: PlayerElement;
  /** Called after the rate of playback has changed. */
  onRate(): void;
};

/**
 * Controls the rate and the volume of a player. The chosen values are stored. The rate is lower while the person types.
 */
export function createPlayerPace({ state, element, settings, onRate }: PaceDeps): PlayerPace {
  let slowTimer: ReturnType<typeof setTimeout> | undefined;

  const store = () => settings?.write({ rate: state.rate, volume: state.volume });
  function applyRate(): void {
    element.applyRate();
    onRate();
  }
  function endSlow(): void {
    clearTimeout(slowTimer);
    if (!state.isSlow) return;
    state.isSlow = false;
    applyRate();
  }
  function setMuted(isMuted: boolean): void {
    state.isMuted = isMuted;
    element.audio().muted = isMuted;
  }

  return {
    setMuted,
    endSlow,
    setRate(rate) {
      state.rate = rate;
      applyRate();
      store();
    },
    setVolume(volume) {
      state.volume = Math.min(1, Math.max(0, volume));
      element.audio().volume = state.volume;
      if (volume > 0) setMuted(false);
      store();
    },
    slow() {
      if (!state.isPlaying) return;
      clearTimeout(slowTimer);
      slowTimer = setTimeout(endSlow, slowForMs);
      if (state.isSlow) return;
      state.isSlow = true;
      applyRate();
    },
    [Symbol.dispose]: () => clearTimeout(slowTimer),
  };
}
