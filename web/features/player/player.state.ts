import { proxy, ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import { createPlayerRenewal, toSoundAddress } from './player-renewal.ts';
import { createPlayerStops } from './player-stops.ts';
import { createStandby, endSound } from './standby-player.ts';
import { afterLoadFailure, clampTime, slowForMs, slowRate } from './player.rules.ts';
import type { AudioLike, Player, PlayerDeps, PlayerState } from './player.ts';

export type { AudioLike, Player, PlayerDeps, PlayerState } from './player.ts';

export function createPlayer(deps: PlayerDeps): Player {
  const scope = createScope();
  const kept = deps.settings?.read();
  const state = proxy<PlayerState>({
    status: 'idle',
    isPlaying: false,
    isWaiting: false,
    positionS: 0,
    durationS: deps.durationS,
    rate: kept?.rate ?? 1,
    isSlow: false,
    isMuted: false,
    volume: kept?.volume ?? 1,
    finds: ref([]),
  });
  let audio = deps.createAudio();
  audio.preload = 'auto';
  audio.volume = state.volume;
  audio.defaultPlaybackRate = audio.playbackRate = state.rate;
  /** True if the address was fetched again since playback last moved. */
  let hasReloaded = false;
  /** Target of a seek before the audio has loaded, s. */
  let aimS: number | null = null;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** Set while a standby element on a new address is being prepared. */
  let swap: AbortController | null = null;

  const position = () => aimS ?? (state.status === 'ready' ? audio.currentTime : state.positionS);
  const isRunning = () => state.isPlaying && state.status === 'ready';

  const stops = scope.use(
    createPlayerStops({
      read: () => ({ isRunning: isRunning(), timeS: audio.currentTime, rate: audio.playbackRate }),
      onJump(timeS) {
        swap?.abort();
        audio.currentTime = clampTime(timeS, state.durationS);
        state.positionS = audio.currentTime;
      },
      onPause: () => player.pause(),
    }),
  );
  const renewal = scope.use(createPlayerRenewal({ isRunning, renew }));

  async function renew(): Promise<boolean> {
    swap = new AbortController();
    const signal = AbortSignal.any([scope.signal, swap.signal]);
    try {
      const address = toSoundAddress(await deps.getUrl(signal));
      const standby = await createStandby(audio, address.url, { createAudio: deps.createAudio, signal });
      takeOver(standby);
      renewal.begin(address.expiresAtMs);
      return true;
    } catch (error) {
      if (!signal.aborted) deps.onFailure(error);
      return false;
    }
  }

  function takeOver(standby: AudioLike): void {
    listening[Symbol.dispose]();
    const former = audio;
    audio = standby;
    listening = listenTo(standby);
    standby.volume = state.volume;
    standby.muted = state.isMuted;
    former.muted = true;
    endSound(former);
    applyRate();
  }

  async function load(): Promise<void> {
    swap?.abort();
    aimS = position();
    state.status = 'loading';
    try {
      const address = toSoundAddress(await deps.getUrl(scope.signal));
      if (scope.signal.aborted) return;
      renewal.begin(address.expiresAtMs);
      audio.src = address.url;
      audio.load();
    } catch (error) {
      if (!scope.signal.aborted) fail(error);
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
    silence();
  }

  function silence(): void {
    swap?.abort();
    state.isPlaying = state.isWaiting = false;
    endSlow();
    audio.pause();
  }

  function start(): void {
    stops.watch();
    renewal.watch();
    audio.play().catch((error: unknown) => {
      // `AbortError`: a pause or another address came first. The error event reports a failed load.
      if (
        error instanceof DOMException &&
        (error.name === 'AbortError' || error.name === 'NotSupportedError')
      )
        return;
      state.isPlaying = false;
      deps.onFailure(error);
    });
  }

  function moveTo(timeS: number): void {
    const targetS = clampTime(timeS, state.durationS);
    swap?.abort();
    state.positionS = targetS;
    if (state.status === 'loading') aimS = targetS;
    if (state.status !== 'ready') return;
    if (renewal.isExpired()) {
      aimS = targetS;
      void load();
    } else audio.currentTime = targetS;
  }

  function applyRate(): void {
    const rate = state.isSlow ? slowRate(state.rate) : state.rate;
    audio.defaultPlaybackRate = rate;
    audio.playbackRate = rate;
    stops.watch();
  }

  function endSlow(): void {
    clearTimeout(slowTimer);
    if (!state.isSlow) return;
    state.isSlow = false;
    applyRate();
  }

  function listenTo(element: AudioLike): Disposable {
    const own = createScope();
    own.listen(element, 'loadedmetadata', () => {
      if (aimS !== null) element.currentTime = clampTime(aimS, state.durationS);
      aimS = null;
      state.status = 'ready';
      applyRate();
      if (state.isPlaying) start();
    });
    own.listen(element, 'timeupdate', () => {
      if (state.status !== 'ready') return;
      if (state.isPlaying && element.currentTime > state.positionS) hasReloaded = false;
      state.positionS = element.currentTime;
      stops.watch();
    });
    own.listen(element, 'waiting', () => {
      state.isWaiting = state.isPlaying;
    });
    own.listen(element, 'playing', () => {
      state.isWaiting = false;
    });
    own.listen(element, 'ended', silence);
    own.listen(element, 'error', () => fail(new Error('The sound could not be loaded.')));
    return own;
  }

  let listening = listenTo(audio);
  scope.defer(() => {
    clearTimeout(slowTimer);
    listening[Symbol.dispose]();
    endSound(audio);
  });

  const player: Player = {
    state,
    position,
    play() {
      if (state.isPlaying) return;
      state.isPlaying = true;
      if (state.status === 'ready' && position() >= state.durationS - 0.05) player.seek(0);
      if (state.status === 'ready' && !renewal.isExpired()) start();
      else if (state.status !== 'loading') {
        hasReloaded = false;
        void load();
      }
    },
    pause() {
      stops.endSpan();
      silence();
      state.positionS = position();
    },
    toggle: () => (state.isPlaying ? player.pause() : player.play()),
    stop() {
      player.pause();
      player.seek(0);
    },
    seek(timeS) {
      stops.endSpan();
      moveTo(timeS);
      stops.watch();
    },
    playSpan(fromS, toS, skips = []) {
      moveTo(fromS);
      stops.beginSpan(clampTime(toS, state.durationS), skips);
      player.play();
    },
    setSkips: (skips) => stops.setSkips(skips),
    setRate(rate) {
      state.rate = rate;
      applyRate();
      deps.settings?.write({ rate, volume: state.volume });
    },
    setMuted(isMuted) {
      state.isMuted = isMuted;
      audio.muted = isMuted;
    },
    setVolume(volume) {
      state.volume = Math.min(1, Math.max(0, volume));
      audio.volume = state.volume;
      if (volume > 0) player.setMuted(false);
      deps.settings?.write({ rate: state.rate, volume: state.volume });
    },
    slow() {
      if (!state.isPlaying) return;
      clearTimeout(slowTimer);
      slowTimer = setTimeout(endSlow, slowForMs);
      if (state.isSlow) return;
      state.isSlow = true;
      applyRate();
    },
    setFinds(timesS) {
      state.finds = ref([...timesS]);
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return player;
}
