import { sleep } from '#web/lib/time.ts';
import type { AudioLike } from './player.ts';

/** So far ahead of what is heard the standby player waits, s of listening. */
const leadS = 1.5;
/** Nobody hears a step of so little, s. */
const inStepS = 0.012;
const stepMs = 100;
/** A tab behind others has slow timers: there it takes longer, and a little less exactly. */
const maxSteps = 50;
const patienceMs = 20_000;

/**
 * A second element on another address that runs, unheard, in step with the first: whoever takes it over goes on without a gap.
 * @throws what `play` throws, an Error when nothing comes, the signal's reason
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
    await standby.play();
    await fallIntoStep(standby, from, deps.signal);
    return standby;
  } catch (error) {
    endSound(standby);
    throw error;
  }
}

/** Runs a little faster or slower until both stand at the same place. */
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

/** Silent, and holding no connection. */
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
