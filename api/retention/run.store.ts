import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';

/** How many of each were deleted, and how many could not be. */
export type Swept = {
  sessions: number;
  audio: number;
  logins: number;
  jobs: number;
  corrections: number;
  reports: number;
  /** Creation keys of deleted sessions. */
  creations: number;
  failed: number;
};

/** What a run has left to read. It says so at its beginning, and how much it was at its end. */
export type RunReport = Swept | { interrupted: true };

export type RetentionRunStore = ReturnType<typeof createRetentionRunStore>;

/** The reports of the retention: how many of each were deleted when, and nothing about whose they were. */
export function createRetentionRunStore(db: Db, clock: Clock) {
  return {
    /** A run that is never finished, since the server died, stays as interrupted. */
    async begin(): Promise<string> {
      const [id, now] = [newId(), clock.now()];
      const report = JSON.stringify({ interrupted: true } satisfies RunReport);
      await db
        .insertInto('retention_run')
        .values({ id, started_at: now, finished_at: now, report })
        .execute();
      return id;
    },

    async finish(id: string, swept: Swept): Promise<void> {
      await db
        .updateTable('retention_run')
        .set({ finished_at: clock.now(), report: JSON.stringify(swept satisfies RunReport) })
        .where('id', '=', id)
        .execute();
    },

    /** Answers how many there were. */
    async removeStartedBefore(ms: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('retention_run')
        .where('started_at', '<', ms)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
