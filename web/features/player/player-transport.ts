import type { PlayerElement } from './player-element.ts';
import type { PlayerLoading } from './player-loading.ts';
import type { PlayerPace } from './player-pace.ts';
import type { PlayerRenewal } from './player-renewal.ts';
import type { PlayerStops } from './player-stops.ts';
import { clampTime } from './player.rules.ts';
import type { Player, PlayerState } from './player.ts';

type PlayerTransport = Pick<Player, 'play' | 'pause' | 'toggle' | 'stop' | 'seek' | 'playSpan'> & {
  /** Starts the element, which has loaded. */
  start(): void;
  /** Pauses the element. The span that is being played stays. */
  silence(): void;
};

type TransportDeps = {
  state: PlayerState;
  element: PlayerElement;
  loading: PlayerLoading;
  renewal: PlayerRenewal;
  stops: PlayerStops;
  pace: PlayerPace;
};

/** Starts, pauses and moves playback. */
export function createPlayerTransport(deps: TransportDeps): PlayerTransport {
  const { state, element, loading, renewal, stops, pace } = deps;
  const transport: PlayerTransport = {
    start() {
      stops.watch();
      renewal.watch();
      element.play();
    },
    silence() {
      renewal.abort();
      state.isPlaying = state.isWaiting = false;
      pace.endSlow();
      element.audio().pause();
    },
    play() {
      if (state.isPlaying) return;
      state.isPlaying = true;
      if (state.status === 'ready' && loading.position() >= state.durationS - 0.05) transport.seek(0);
      if (state.status === 'ready' && !renewal.isExpired()) transport.start();
      else if (state.status !== 'loading') loading.begin();
    },
    pause() {
      stops.endSpan();
      transport.silence();
      state.positionS = loading.position();
    },
    toggle: () => (state.isPlaying ? transport.pause() : transport.play()),
    stop() {
      transport.pause();
      transport.seek(0);
    },
    seek(timeS) {
      stops.endSpan();
      loading.moveTo(timeS);
      stops.watch();
    },
    playSpan(fromS, toS, skips = []) {
      loading.moveTo(fromS);
      stops.beginSpan(clampTime(toS, state.durationS), skips);
      transport.play();
    },
  };
  return transport;
}
