import type { JobRow } from './job.store.ts';
import { isOverdue, remainingS, type Mark } from './progress.rules.ts';

/** A job that this process runs. `row` is updated with its progress. */
export type Run = {
  row: JobRow;
  controller: AbortController;
  /** Length of the recording, s. It is used until the handler reports a total. */
  mediaS: number;
  /** Processing time / media time, known before the run began; null if unknown. */
  realTimeFactor: number | null;
  start: Mark;
  /** First checkpoint of this run; null before it. */
  first: Mark | null;
  /** Last checkpoint of this run; null before the first. */
  last: Mark | null;
  /** Resolves when the handler has ended and its outcome is stored. */
  settled: Promise<void>;
};

/** Reasons for which a run is aborted. */
export const serverStops = new DOMException('The server is stopping.', 'AbortError');
export const leaseLost = new DOMException('Another process has the job.', 'AbortError');
export const jobCancelled = new DOMException('The job was cancelled.', 'AbortError');

export const createRun = (row: JobRow, nowMs: number): Run => ({
  row,
  controller: new AbortController(),
  mediaS: 0,
  realTimeFactor: null,
  // A job without a checkpoint starts from the beginning.
  start: {
    done: row.checkpoint === null || row.checkpoint === 'null' ? 0 : row.progress_done,
    atMs: nowMs,
  },
  first: null,
  last: null,
  settled: Promise.resolve(),
});

/** Records progress. Only progress beyond the start counts for the speed. */
export function noteProgress(run: Run, done: number, total: number, nowMs: number): void {
  run.row.progress_done = done;
  run.row.progress_total = total;
  if (done <= (run.last ?? run.start).done) return;
  run.last = { done, atMs: nowMs };
  run.first ??= run.last;
}

/** Returns the length of the media that the job works through, s; 0 if unknown. */
export const totalOf = ({ row, mediaS }: Pick<Run, 'row' | 'mediaS'>): number => row.progress_total || mediaS;

/** Returns the remaining time, s; null if there is no estimate. */
export const leftOf = (run: Run, nowMs: number): number | null =>
  remainingS({ ...run, total: totalOf(run) }, nowMs);

export function isLate({ row, start }: Run, nowMs: number): boolean {
  const { expected_at: expectedAtMs, progress_done: done, progress_total: total } = row;
  return expectedAtMs !== null && isOverdue({ startedAtMs: start.atMs, expectedAtMs, done, total }, nowMs);
}
