import { sleep } from '#web/lib/time.ts';
import type { AudioLike } from './player.ts';

/** Listening time by which the standby element starts ahead of the current one, s. */
const leadS = 1.5;
/** Largest difference of position at which the standby element takes over, s. It is not audible. */
const inStepS = 0.012;
const stepMs = 100;
/**
 * Largest number of rate adjustments. In a background tab the timers are slow, so the adjustments take longer and are
 * less exact.
 */
const maxSteps = 50;
const patienceMs = 20_000;

/**
 * Prepares a second, muted element on another address. It plays the same position as the first, so that it can take
 * over without a gap.
 * @throws what `play` throws, an Error if nothing loads, the signal's reason
 */
export async function createStandby(
  from: AudioLike,
  url: string,
  deps: { createAudio(): AudioLike; signal: AbortSignal },
): Promise<AudioLike> {
  const standby = deps.createAudio();
  const patience = AbortSignal.any([deps.signal, AbortSignal.timeout(patienceMs)]);
  try {
    standby.preload = 'auto';
    standby.muted = true;
    standby.volume = from.volume;
    standby.defaultPlaybackRate = from.playbackRate;
    const known = once(standby, 'loadedmetadata', patience);
    standby.src = url;
    standby.load();
    await known;
    const there = once(standby, 'seeked', patience);
    standby.currentTime = from.currentTime + leadS * from.playbackRate;
    await there;
    while (from.currentTime < standby.currentTime) {
      const waitMs = ((standby.currentTime - from.currentTime) / from.playbackRate) * 1000;
      await sleep(Math.max(1, waitMs), deps.signal);
    }
    standby.playbackRate = from.playbackRate;
    await Promise.race([
      standby.play(),
      aborted(AbortSignal.any([deps.signal, AbortSignal.timeout(patienceMs)])),
    ]);
    await fallIntoStep(standby, from, deps.signal);
    deps.signal.throwIfAborted();
    return standby;
  } catch (error) {
    endSound(standby);
    throw error;
  }
}

/**
 * Adjusts the rate of `standby` until both elements have the same position, or until `maxSteps` adjustments were made.
 */
async function fallIntoStep(standby: AudioLike, from: AudioLike, signal: AbortSignal): Promise<void> {
  let tookS = stepMs / 1000;
  for (let step = 0; step < maxSteps; step += 1) {
    const behindS = from.currentTime - standby.currentTime;
    if (Math.abs(behindS) < inStepS) break;
    standby.playbackRate = from.playbackRate * Math.min(2, Math.max(0.5, 1 + behindS / tookS / 2));
    const beganMs = performance.now();
    await sleep(stepMs, signal);
    tookS = Math.max(stepMs, performance.now() - beganMs) / 1000;
  }
  standby.playbackRate = from.playbackRate;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Stops the audio and closes its connection. */
export function endSound(audio: AudioLike): void {
  audio.pause();
  audio.src = '';
}

function once(audio: AudioLike, type: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (settle: () => void) => () => {
      controller.abort();
      settle();
    };
    const options = { signal: controller.signal };
    audio.addEventListener(type, end(resolve), options);
    audio.addEventListener(
      'error',
      end(() => reject(new Error('The sound could not be loaded.'))),
      options,
    );
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      options,
    );
    if (signal.aborted) end(() => reject(signal.reason))();
  });
}
