import type { PlayerElement } from './player-element.ts';
import type { PlayerRenewal } from './player-renewal.ts';
import { afterLoadFailure, clampTime } from './player.rules.ts';
import type { PlayerDeps, PlayerState } from './player.ts';
import { toSoundAddress } from './sound-address.ts';

export type PlayerLoading = {
  /** Current playback position, or the position at which playback will begin, s. */
  position(): number;
  /** Fetches the address and loads the audio, because the person wants to play it. */
  begin(): void;
  /** Moves the position, also before the audio has loaded. If the address has expired, a new one is fetched. */
  moveTo(timeS: number): void;
  /** Moves the position of loaded audio at once. */
  jumpTo(timeS: number): void;
  /** Called when the element knows the length of the audio, so that playback can begin. */
  onLoaded(): void;
  /** Called for each `timeupdate` event of the element. */
  onTime(): void;
  /** Loads the audio once more. After a second failure in a row playback stops. */
  fail(error: unknown): void;
};

type LoadingDeps = Pick<PlayerDeps, 'getUrl' | 'onFailure'> & {
  state: PlayerState;
  element: PlayerElement;
  renewal: PlayerRenewal;
  signal: AbortSignal;
  /** Called when loading has failed twice: playback has to stop. */
  onStop(): void;
};

/**
 * Loads the audio of a player into its element. Until the audio has loaded, it holds the position at which playback
 * will begin.
 */
export function createPlayerLoading(deps: LoadingDeps): PlayerLoading {
  const { state, element, renewal, signal } = deps;
  /** True if the audio was loaded again after a failure, and playback has not gone on since. */
  let hasReloaded = false;
  /** Target of a seek before the audio has loaded, s. */
  let aimS: number | null = null;

  const position = () => aimS ?? (state.status === 'ready' ? element.audio().currentTime : state.positionS);

  async function load(): Promise<void> {
    renewal.abort();
    aimS = position();
    state.status = 'loading';
    try {
      const address = toSoundAddress(await deps.getUrl(signal));
      if (signal.aborted) return;
      renewal.begin(address.expiresAtMs);
      element.audio().src = address.url;
      element.audio().load();
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  }

  function fail(error: unknown): void {
    if (state.status === 'failed' || state.status === 'idle') return;
    deps.onFailure(error);
    if (afterLoadFailure(hasReloaded) === 'reload') {
      hasReloaded = true;
      void load();
      return;
    }
    state.positionS = position();
    aimS = null;
    state.status = 'failed';
    deps.onStop();
  }

  return {
    position,
    fail,
    begin() {
      hasReloaded = false;
      void load();
    },
    moveTo(timeS) {
      const targetS = clampTime(timeS, state.durationS);
      renewal.abort();
      state.positionS = targetS;
      if (state.status === 'loading') aimS = targetS;
      if (state.status !== 'ready') return;
      if (renewal.isExpired()) {
        aimS = targetS;
        void load();
      } else element.audio().currentTime = targetS;
    },
    jumpTo(timeS) {
      renewal.abort();
      element.audio().currentTime = clampTime(timeS, state.durationS);
      state.positionS = element.audio().currentTime;
    },
    onLoaded() {
      if (aimS !== null) element.audio().currentTime = clampTime(aimS, state.durationS);
      aimS = null;
      state.status = 'ready';
      element.applyRate();
    },
    onTime() {
      const { currentTime } = element.audio();
      if (state.isPlaying && currentTime > state.positionS) hasReloaded = false;
      state.positionS = currentTime;
    },
  };
}
