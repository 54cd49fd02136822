import type { SoundAddress } from './sound-address.ts';
import type { PlayerSettings } from './stored-settings.ts';
import type { Stretches } from './player.rules.ts';

export type PlayerState = {
  /** `idle`: the address is fetched only when the person plays the audio. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  isPlaying: boolean;
  /** True while playback waits for the network. */
  isWaiting: boolean;
  /** Position, s, updated about four times a second. `position()` is exact. */
  positionS: number;
  durationS: number;
  /** The rate that the person has chosen. Playback is slower while `isSlow`. */
  rate: number;
  isSlow: boolean;
  isMuted: boolean;
  /** 0 to 1. */
  volume: number;
  /** Times of the search hits in the transcript, s, ascending. The ruler marks them. */
  finds: readonly number[];
};

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
  /**
   * Fetches an address of the audio that needs no request headers. If the address expires, a new one is fetched before
   * that.
   */
  getUrl(signal: AbortSignal): Promise<string | SoundAddress>;
  durationS: number;
  createAudio(): AudioLike;
  settings?: { read(): PlayerSettings | null; write(settings: PlayerSettings): void };
  onFailure(error: unknown): void;
};

export type Player = Disposable & {
  readonly state: PlayerState;
  /** Current playback position, s. */
  position(): number;
  play(): void;
  pause(): void;
  toggle(): void;
  stop(): void;
  seek(timeS: number): void;
  /**
   * Plays from `fromS` to `toS`, s, and jumps over `skips` only. A seek or a pause ends the span, so that playback does not
   * stop at `toS` any more.
   */
  playSpan(fromS: number, toS: number, skips?: Stretches): void;
  setSkips(skips: Stretches): void;
  setRate(rate: number): void;
  setMuted(isMuted: boolean): void;
  setVolume(volume: number): void;
  /** Slows playback until one second after the last call. It is called at each key press while the person types. */
  slow(): void;
  setFinds(timesS: readonly number[]): void;
  /** Sets the length that the server has measured meanwhile, s. Playback goes on. */
  setDuration(durationS: number): void;
};
