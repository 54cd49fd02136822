import type { SendingReport } from '#web/features/network/index.ts';
import type { SendState } from '#web/features/recording/state/recording.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { InBackground } from './background.ts';

/** The actions on the upload that a person has while the connection is bad. */
export type SendingControls = {
  readonly controls: { retryNow(): void; stopSending(): void; resumeSending(): void };
  /** Returns the report of an upload, with these controls. */
  reportOf(send: SendState): SendingReport;
};

type SendingControlsInput = {
  recorder(): Recorder;
  /** Called by `retryNow` before the recorder retries. */
  beforeRetry(): void;
  inBackground: InBackground;
};

export function createSendingControls({
  recorder,
  beforeRetry,
  inBackground,
}: SendingControlsInput): SendingControls {
  const retryNow = () => {
    beforeRetry();
    inBackground('retry', recorder().retryNow());
  };
  const stopSending = () => inBackground('stop', recorder().stopSending());
  const resumeSending = () => inBackground('resume', recorder().resumeSending());
  return {
    controls: { retryNow, stopSending, resumeSending },
    reportOf: (send) => ({ send, retryNow, stop: stopSending, resume: resumeSending }),
  };
}
