import type { AudioLike } from '#web/features/player/player.state.ts';

/** For tests: an audio element that is ready once it is loaded, and whose position never advances. */
export class StandingAudio extends EventTarget implements AudioLike {
  src = '';
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  muted = false;
  volume = 1;
  preload: HTMLAudioElement['preload'] = '';
  load(): void {
    this.playbackRate = this.defaultPlaybackRate;
    queueMicrotask(() => this.tell('loadedmetadata'));
  }
  async play(): Promise<void> {}
  pause(): void {}
  tell(type: string): void {
    this.dispatchEvent(new Event(type));
  }
}
