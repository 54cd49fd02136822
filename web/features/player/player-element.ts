import { createScope } from '#web/lib/scope.ts';
import { slowRate } from './player.rules.ts';
import type { AudioLike, PlayerDeps, PlayerState } from './player.ts';
import { endSound } from './standby-player.ts';

export type PlayerElement = Disposable & {
  /** The audio element that plays now. */
  audio(): AudioLike;
  /** Starts playback. If the browser refuses it, the player pauses. */
  play(): void;
  /** Continues playback with `standby`, which plays in step with the current element, and ends the current element. */
  replace(standby: AudioLike): void;
  /** Sets the rate at which the element plays: the chosen one, or a slower one while the person types. */
  applyRate(): void;
};

type ElementDeps = Pick<PlayerDeps, 'createAudio' | 'onFailure'> & {
  state: PlayerState;
  /** Listeners to the events of the present element. */
  events: { loadedmetadata(): void; timeupdate(): void; ended(): void; error(): void };
};

/** Owns the audio element of a player. Another element takes its place when the address of the audio is renewed. */
export function createPlayerElement({ state, events, ...deps }: ElementDeps): PlayerElement {
  let audio = deps.createAudio();
  audio.preload = 'auto';
  audio.volume = state.volume;
  audio.defaultPlaybackRate = audio.playbackRate = state.rate;
  let listening = listenTo(audio);

  function listenTo(element: AudioLike): Disposable {
    const scope = createScope();
    for (const [type, listener] of Object.entries(events)) scope.listen(element, type, listener);
    scope.listen(element, 'waiting', () => {
      state.isWaiting = state.isPlaying;
    });
    scope.listen(element, 'playing', () => {
      state.isWaiting = false;
    });
    return scope;
  }

  function applyRate(): void {
    const rate = state.isSlow ? slowRate(state.rate) : state.rate;
    audio.defaultPlaybackRate = rate;
    audio.playbackRate = rate;
  }

  return {
    audio: () => audio,
    play() {
      audio.play().catch((error: unknown) => {
        // `AbortError`: a pause or another address came first. `NotSupportedError`: the error event reports the failed load.
        if (error instanceof DOMException && ['AbortError', 'NotSupportedError'].includes(error.name)) return;
        state.isPlaying = false;
        deps.onFailure(error);
      });
    },
    replace(standby) {
      listening[Symbol.dispose]();
      const former = audio;
      audio = standby;
      listening = listenTo(standby);
      standby.volume = state.volume;
      standby.muted = state.isMuted;
      former.muted = true;
      endSound(former);
      applyRate();
    },
    applyRate,
    [Symbol.dispose]() {
      listening[Symbol.dispose]();
      endSound(audio);
    },
  };
}
