import { proxy, ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import { createPlayerElement } from './player-element.ts';
import { createPlayerLoading } from './player-loading.ts';
import { createPlayerPace } from './player-pace.ts';
import { createPlayerRenewal } from './player-renewal.ts';
import { createPlayerStops } from './player-stops.ts';
import { createPlayerTransport } from './player-transport.ts';
import type { Player, PlayerDeps, PlayerState } from './player.ts';

export type { AudioLike, Player, PlayerDeps, PlayerState } from './player.ts';

export function createPlayer(deps: PlayerDeps): Player {
  const scope = createScope();
  const { signal } = scope;
  const state = proxy(startState(deps));
  const isRunning = () => state.isPlaying && state.status === 'ready';

  const element = createPlayerElement({
    ...deps,
    state,
    events: {
      loadedmetadata() {
        loading.onLoaded();
        stops.watch();
        if (state.isPlaying) transport.start();
      },
      timeupdate() {
        if (state.status !== 'ready') return;
        loading.onTime();
        stops.watch();
      },
      ended: () => transport.silence(),
      error: () => loading.fail(new Error('The sound could not be loaded.')),
    },
  });
  const onRenewed = () => stops.watch();
  const renewal = createPlayerRenewal({ ...deps, element, isRunning, onRenewed });
  const onStop = () => transport.silence();
  const loading = createPlayerLoading({ ...deps, state, element, renewal, signal, onStop });
  const onPause = () => transport.pause();
  const stops = createPlayerStops({ isRunning, audio: element.audio, onJump: loading.jumpTo, onPause });
  const pace = createPlayerPace({ ...deps, state, element, onRate: stops.watch });
  const transport = createPlayerTransport({ state, element, loading, renewal, stops, pace });
  for (const owned of [stops, renewal, element, pace]) scope.use(owned);

  return {
    state,
    position: loading.position,
    play: transport.play,
    pause: transport.pause,
    toggle: transport.toggle,
    stop: transport.stop,
    seek: transport.seek,
    playSpan: transport.playSpan,
    setSkips: stops.setSkips,
    setRate: pace.setRate,
    setMuted: pace.setMuted,
    setVolume: pace.setVolume,
    slow: pace.slow,
    setFinds(timesS) {
      state.finds = ref([...timesS]);
    },
    setDuration(durationS) {
      state.durationS = durationS;
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

function startState({ durationS, settings }: PlayerDeps): PlayerState {
  const stored = settings?.read();
  return {
    status: 'idle',
    isPlaying: false,
    isWaiting: false,
    positionS: 0,
    durationS,
    rate: stored?.rate ?? 1,
    isSlow: false,
    isMuted: false,
    volume: stored?.volume ?? 1,
    finds: ref([]),
  };
}
