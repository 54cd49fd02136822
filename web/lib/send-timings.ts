import type { SendTimings } from '#workers/send/send.contract.ts';
import { timings } from './time.ts';

/** Returns the timings of uploads, both of files and of recordings. */
export const sendTimings = (): SendTimings => ({
  retryDelaysMs: timings.uploadRetryDelaysMs,
  pausesMs: timings.circuitPausesMs,
  settledAfterMs: timings.connectionSettledMs,
  progressEveryMs: timings.uploadProgressThrottleMs,
  partEveryMs: timings.sendPartEveryMs,
  stalledAfterMs: timings.sendStalledAfterMs,
});
