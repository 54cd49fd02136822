import type { Clock } from '#api/lib/clock.ts';
import type { Progress } from './progress.ts';
import { createForecaster, type ForecastOptions } from './forecast.ts';
import type { JobRow } from './job.store.ts';
import { roundUpEtaS } from './progress.rules.ts';
import { laneOf } from './queue.ts';
import { isLate, leftOf, totalOf } from './run.ts';
import type { SessionJobStore } from './session-job.store.ts';

type ProgressOptions = ForecastOptions & {
  sessionJobs: Pick<SessionJobStore, 'unfinished' | 'mediaOf'>;
  clock: Clock;
};

/**
 * Returns a function that reads the progress of a session: the progress of its transcription, or without one the
 * progress of the job that ends last; null if no job is unfinished. Every poll calls it, so it reads no transcripts.
 */
export function createProgressReader(options: ProgressOptions) {
  const { sessionJobs, definitions, running, clock } = options;
  const forecast = createForecaster(options);

  const progressOfJob = async (row: JobRow, now: number): Promise<Estimate> => {
    const done = row.progress_done;
    const estimate = (total: number, leftS: number | null, queue: number, isOverdue = false): Estimate => ({
      leftS,
      progress: { done, total, unit: 's', remaining_s: roundUpEtaS(leftS), queue, isOverdue },
    });
    const run = running.get(row.id);
    if (run) return estimate(totalOf(run), leftOf(run, now), 0, isLate(run, now));
    const total = totalOf({ row, mediaS: await sessionJobs.mediaOf(row) });
    const start = (await forecast(now, row.state === 'running' ? undefined : row.id)).get(row.id);
    // The job was claimed after the forecast was made.
    if (!start) return estimate(total, null, 0);
    // A waiting job has no end that can be estimated.
    if (row.state !== 'queued' || start.startsInS === null || total === 0)
      return estimate(total, null, start.before);
    const realTimeFactor = (await definitions.get(row.name)?.realTimeFactor?.(row.topic)) ?? null;
    const ownS = realTimeFactor === null ? null : Math.max(0, total - done) * realTimeFactor;
    return estimate(total, ownS === null ? null : start.startsInS + ownS, start.before);
  };

  return async (sessionId: string): Promise<Progress | null> => {
    const laneOfRow = ({ name }: JobRow) => laneOf(definitions.get(name));
    const rows = (await sessionJobs.unfinished(sessionId)).filter((row) => laneOfRow(row) !== 'files');
    const first = rows.find((row) => laneOfRow(row) === 'transcription');
    const now = clock.now();
    const all = await Promise.all((first ? [first] : rows).map((row) => progressOfJob(row, now)));
    return all.length === 0
      ? null
      : all.reduce((last, each) => (endsAfter(each, last) ? each : last)).progress;
  };
}

/** `leftS` is the remaining time before rounding, s; null if unknown. */
type Estimate = { progress: Progress; leftS: number | null };

/** True if `a` ends after `b`. A job without an estimate counts as the last to end. */
const endsAfter = (a: Estimate, b: Estimate): boolean => (a.leftS ?? Infinity) > (b.leftS ?? Infinity);
