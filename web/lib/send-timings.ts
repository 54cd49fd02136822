import type { SendTimings } from '#workers/send/send.contract.ts';
import { timings } from './time.ts';

/** Timings of uploads, for files and recordings alike. */
export const sendTimings = (): SendTimings => ({
  retryDelaysMs: timings.uploadRetryDelaysMs,
  pausesMs: timings.circuitPausesMs,
  settledAfterMs: timings.connectionSettledMs,
  progressEveryMs: timings.uploadProgressThrottleMs,
  partEveryMs: timings.sendPartEveryMs,
  stalledAfterMs: timings.sendStalledAfterMs,
});
