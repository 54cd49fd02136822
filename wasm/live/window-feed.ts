import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createMix } from '#wasm/dsp/resample.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import { voiceRate } from '#wasm/speech/detect.ts';
import type { DraftWindow } from '#wasm/transcription/draft-windows.ts';
import { createDraftSound } from './draft-sound.ts';
import { createLiveDownmix } from './live-downmix.ts';

export type WindowFeedInput = {
  /** Format of the sound: Hz, and interleaved channels. */
  sampleRate: number;
  channels: number;
  kernel: Pick<Kernel, 'createDetect' | 'createResampler'>;
  /** Longest window that the model takes, s. */
  maxS: number;
  /**
   * True if words shall appear while people speak: the open window is given again as it grows. False for a file, whose
   * windows are all final and as long as possible.
   */
  isLive: boolean;
};

export type FedWindow = DraftWindow & {
  /** Spans of the sound that were skipped so far because too much sound waited. They ascend, s. */
  skipped: TimeSpan[];
};

export type WindowFeed = {
  /** Takes interleaved samples, at most 10 s at once. Resolves when their speech is known. One call at a time. */
  push(samples: Float32Array): Promise<void>;
  /** Length of the sound that waits, s. */
  readonly waitingS: number;
  /** No more sound follows. */
  end(): Promise<void>;
  /**
   * Resolves with the next window as soon as there is one, and with null after the last one. A caller that is slower than the
   * sound gets longer windows, and each of them once. One call at a time. @throws the signal's reason
   */
  next(signal: AbortSignal): Promise<FedWindow | null>;
};

/** Turns sound of any format into windows for a draft, which are taken one by one. */
export function createWindowFeed({
  sampleRate,
  channels,
  kernel,
  maxS,
  isLive,
}: WindowFeedInput): WindowFeed {
  const mix = channels === 2 ? createLiveDownmix({ sampleRate }) : createMix(channels);
  const resampler = kernel.createResampler({ sampleRate, channels: 1, targetRate: voiceRate });
  // A pause as long as a window ends it: nothing that follows could belong to it.
  const whole = isLive ? {} : { pauseS: maxS, stepS: Infinity };
  const sound = createDraftSound({ detect: kernel.createDetect(), maxS, ...whole });
  let isEnded = false;
  let wake = () => {};

  return {
    async push(samples) {
      // The samples that the resampler returns are valid until its next call.
      await sound.push(resampler.push(mix(samples)).slice());
      wake();
    },
    get waitingS() {
      return sound.waitingS;
    },
    async end() {
      await sound.push(resampler.finish().slice());
      sound.end();
      isEnded = true;
      wake();
    },
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        const window = sound.next();
        if (window) return { ...window, skipped: [...sound.skipped] };
        if (isEnded) return null;
        const { promise, resolve } = Promise.withResolvers<void>();
        const end = () => resolve();
        wake = end;
        signal.addEventListener('abort', end);
        await promise;
        // Each push wakes the call. Without this, a listener would stay for each push of a long silence.
        signal.removeEventListener('abort', end);
      }
    },
  };
}
