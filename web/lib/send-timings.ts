import type { SendTimings } from '#workers/send/send.contract.ts';
import { timings } from './time.ts';

/** The waiting times of whatever sends bytes, files and recordings alike. */
export const sendTimings = (): SendTimings => ({
  retryDelaysMs: timings.uploadRetryDelaysMs,
  pausesMs: timings.circuitPausesMs,
  settledAfterMs: timings.connectionSettledMs,
  progressEveryMs: timings.uploadProgressThrottleMs,
  partEveryMs: timings.sendPartEveryMs,
  stalledAfterMs: timings.sendStalledAfterMs,
});
