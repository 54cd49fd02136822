/**
 * The order in which jobs are claimed. `claim.store.ts` has the same order in SQL, and a property-based test compares the
 * two.
 *
 * 1. Higher priority first. A job gains one step of priority per `agingMs` of waiting, up to the highest
 *    priority, so that no job starves.
 * 2. Among equals, the person with the fewest running jobs, then the one whose last job began longest ago.
 * 3. Among the jobs of one person, the earliest `createdAtMs` + `mediaS`: a short dictation passes a long
 *    meeting that was queued shortly before, but nothing that arrives later than its own length passes the
 *    meeting.
 */
export type QueuedJob = {
  id: string;
  /** Key of the owner. */
  person: string;
  priority: number;
  createdAtMs: number;
  /** Length of the recording, s; 0 if unknown. */
  mediaS: number;
  /** Earliest start, ms since the epoch. */
  runAtMs: number;
  /** Expected processing time, s; null if unknown. */
  takesS: number | null;
};

/** A running job. `leftS` is its remaining time, s; null if unknown. */
type BusySlot = { person: string; leftS: number | null };

/**
 * `before` is the number of jobs that run now or start earlier. `startsInS` is null if the end of one of them cannot be
 * estimated.
 */
export type Forecast = { before: number; startsInS: number | null };

/** Waiting time after which a job gains one step of priority. */
export const agingMs = 600_000;

export type QueueSnapshot = {
  nowMs: number;
  slots: number;
  /** The highest priority of any job name. Waiting raises no job above it. */
  topPriority: number;
  running: readonly BusySlot[];
  queued: readonly QueuedJob[];
  /** Start of each person's last job, ms since the epoch. */
  lastStarts: ReadonlyMap<string, number>;
};
