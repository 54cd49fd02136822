import type { Capture } from '#web/features/recording/capture/capture.state.ts';
import type { Finisher } from '#web/features/recording/delivery/finish-recording.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { isLive, isUnsafe } from '#web/features/recording/state/recording-stage.rules.ts';
import type { RecorderLink } from './recorder-link.ts';

type RetryInput = Pick<Recording, 'state' | 'start' | 'prepare' | 'retryNow'> & {
  link: RecorderLink;
  capture: Capture;
  finisher: Finisher;
};

/**
 * Returns the function that repeats what the shown problem has stopped: the start, the microphone, the work after Stop,
 * or the upload.
 */
export const createRetry =
  ({ state, start, prepare, retryNow, link, capture, finisher }: RetryInput): Recording['retry'] =>
  async () => {
    await link.reviving();
    await link.again();
    const { stage, problem } = state;
    if (stage === 'ready') return await start();
    if (stage === 'idle' || (isLive(stage) && !capture.microphone())) return await prepare();
    if (!problem || finisher.isRunning() || !isUnsafe(stage) || isLive(stage)) return retryNow();
    await finisher.again();
  };
