import type { SoundAddress } from './player-renewal.ts';
import type { PlayerSettings } from './player-settings.ts';
import type { Stretches } from './player.rules.ts';

export type PlayerState = {
  /** `idle`: nothing has been asked for yet; the address is fetched with the first play. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  isPlaying: boolean;
  /** It should play and waits for the network. */
  isWaiting: boolean;
  /** s, a few times a second; `position()` is exact. */
  positionS: number;
  durationS: number;
  /** As it was chosen; while somebody writes it is slower. */
  rate: number;
  isSlow: boolean;
  isMuted: boolean;
  /** 0 to 1. */
  volume: number;
  /** Where something that is searched for is said, s, ascending: marked on the ruler. */
  finds: readonly number[];
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
  /** Fetches an address that the audio element can load without headers of its own; one that ends is renewed in time. */
  getUrl(signal: AbortSignal): Promise<string | SoundAddress>;
  durationS: number;
  createAudio(): AudioLike;
  /** Speed and loudness to begin with, and where changed ones go. */
  settings?: { read(): PlayerSettings | null; write(settings: PlayerSettings): void };
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
  /** At each key stroke of writing: slower until a second after the last one. */
  slow(): void;
  setFinds(timesS: readonly number[]): void;
};
