/**
 * Whose turn it is. The same order stands in SQL in `claim.store.ts` (`claim`); a property-based test holds them together.
 *
 * 1. What is more important goes first. Waiting makes important: each `agingMs` one step, up to the most important there is,
 *    so that nothing starves behind a stream of more important jobs.
 * 2. Among equals the person of whom fewest run, then the one whose last turn is longest ago: turns alternate, however many
 *    somebody has queued.
 * 3. Of one person's jobs the one that would be through first if each took as long as its recording: a short dictation
 *    passes a long meeting that was queued shortly before, and the meeting is passed by nothing that comes later than its
 *    own length.
 */
export type QueuedJob = {
  id: string;
  /** Whose it is, as one word. */
  person: string;
  priority: number;
  createdAtMs: number;
  /** s. */
  mediaS: number;
  /** Not before. */
  runAtMs: number;
  /** Expected time of work, s; null: not known. */
  takesS: number | null;
};

export type BusySlot = { person: string; /** s; null: not known. */ leftS: number | null };

/** `before`: how many run or begin before it; `startsInS`: null where one of them has no estimate. */
export type Forecast = { before: number; startsInS: number | null };

export const agingMs = 600_000;

export type QueueSnapshot = {
  nowMs: number;
  slots: number;
  /** The highest priority that a job can have from its name. */
  topPriority: number;
  running: readonly BusySlot[];
  queued: readonly QueuedJob[];
  /** When each person's last turn began, ms since the epoch. */
  lastStarts: ReadonlyMap<string, number>;
};
