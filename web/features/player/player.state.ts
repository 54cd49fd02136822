import { proxy } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import { createPlayerStops } from './player-stops.ts';
import { afterLoadFailure, clampTime } from './player.rules.ts';
import type { Stretches } from './player.rules.ts';

export type PlayerState = {
  /** `idle`: nothing has been asked for yet; the address is fetched with the first play. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  isPlaying: boolean;
  /** s, a few times a second; `position()` is exact. */
  positionS: number;
  durationS: number;
  rate: number;
  isMuted: boolean;
  /** 0 to 1. */
  volume: number;
};

/** What the player needs of an audio element. */
export type AudioLike = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'currentTime'
    | 'playbackRate'
    | 'defaultPlaybackRate'
    | 'muted'
    | 'volume'
    | 'preload'
    | 'load'
    | 'pause'
  > & { play(): Promise<void> };

export type PlayerDeps = {
  /** Fetches an address that the audio element can load without headers of its own. */
  getUrl(signal: AbortSignal): Promise<string>;
  durationS: number;
  createAudio(): AudioLike;
  /** For the log. */
  onFailure(error: unknown): void;
};

export type Player = Disposable & {
  readonly state: PlayerState;
  /** Where playback is now, s. */
  position(): number;
  play(): void;
  pause(): void;
  toggle(): void;
  /** Pauses and returns to the beginning. */
  stop(): void;
  seek(timeS: number): void;
  /**
   * Plays from `fromS` and pauses at `toS`, jumping over `skips` and nothing else; a seek or a pause ends that, and what
   * follows is heard to the end.
   */
  playSpan(fromS: number, toS: number, skips?: Stretches): void;
  /** Stretches that are not heard, ascending. */
  setSkips(skips: Stretches): void;
  setRate(rate: number): void;
  setMuted(isMuted: boolean): void;
  setVolume(volume: number): void;
};

/** Plays one recording. Owns its audio element; disposing silences and unloads it. */
export function createPlayer(deps: PlayerDeps): Player {
  const scope = createScope();
  const audio = deps.createAudio();
  audio.preload = 'auto';
  const state = proxy<PlayerState>({
    status: 'idle',
    isPlaying: false,
    positionS: 0,
    durationS: deps.durationS,
    rate: 1,
    isMuted: false,
    volume: 1,
  });
  /** The address was fetched again since playback last moved. */
  let hasReloaded = false;
  /** Where to go once the sound is there, s. */
  let aimS: number | null = null;

  const position = () => aimS ?? (state.status === 'ready' ? audio.currentTime : state.positionS);

  const stops = scope.use(
    createPlayerStops({
      read: () => ({
        isRunning: state.isPlaying && state.status === 'ready',
        timeS: audio.currentTime,
        rate: state.rate,
      }),
      onJump(timeS) {
        audio.currentTime = clampTime(timeS, state.durationS);
        state.positionS = audio.currentTime;
      },
      onPause: () => player.pause(),
    }),
  );

  async function load(): Promise<void> {
    aimS = position();
    state.status = 'loading';
    try {
      const url = await deps.getUrl(scope.signal);
      if (scope.signal.aborted) return;
      audio.src = url;
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
    state.isPlaying = false;
    audio.pause();
  }

  function start(): void {
    stops.watch();
    audio.play().catch((error: unknown) => {
      // `AbortError`: a pause or another address came first. A failing load is told by the error event.
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
    state.positionS = targetS;
    if (state.status === 'ready') audio.currentTime = targetS;
    else if (state.status === 'loading') aimS = targetS;
  }

  scope.listen(audio, 'loadedmetadata', () => {
    if (aimS !== null) audio.currentTime = clampTime(aimS, state.durationS);
    aimS = null;
    state.status = 'ready';
    audio.playbackRate = state.rate;
    if (state.isPlaying) start();
  });
  scope.listen(audio, 'timeupdate', () => {
    if (state.status !== 'ready') return;
    if (state.isPlaying && audio.currentTime > state.positionS) hasReloaded = false;
    state.positionS = audio.currentTime;
    stops.watch();
  });
  scope.listen(audio, 'ended', () => {
    state.isPlaying = false;
  });
  scope.listen(audio, 'error', () => fail(new Error('The sound could not be loaded.')));
  scope.defer(() => {
    audio.pause();
    audio.src = '';
  });

  const player: Player = {
    state,
    position,
    play() {
      if (state.isPlaying) return;
      state.isPlaying = true;
      if (state.status === 'ready') {
        if (audio.currentTime >= state.durationS - 0.05) player.seek(0);
        start();
      } else if (state.status !== 'loading') {
        hasReloaded = false;
        void load();
      }
    },
    pause() {
      stops.endSpan();
      state.isPlaying = false;
      audio.pause();
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
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      stops.watch();
    },
    setMuted(isMuted) {
      state.isMuted = isMuted;
      audio.muted = isMuted;
    },
    setVolume(volume) {
      state.volume = Math.min(1, Math.max(0, volume));
      audio.volume = state.volume;
      if (volume > 0) player.setMuted(false);
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return player;
}
