import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';

/** Numbers of deleted items by kind, and of failures. */
export type Swept = {
  sessions: number;
  audio: number;
  logins: number;
  jobs: number;
  corrections: number;
  outbox: number;
  pairings: number;
  reports: number;
  creations: number;
  failed: number;
};

/** What a finished run has done. `freed_bytes` is what it has given back to the disk, if it has compacted the database. */
export type RunResult = Swept & { freed_bytes?: number };

/** Report of a run. It says `interrupted` until the run has finished. */
type RunReport = RunResult | { interrupted: true };

export type RetentionRunStore = ReturnType<typeof createRetentionRunStore>;

/** Stores reports of sweeps: numbers and times, but no owners. */
export function createRetentionRunStore(db: Db, clock: Clock) {
  return {
    /** Stores a report that says `interrupted`, and returns its id. If the server dies, the report stays like this. */
    async begin(): Promise<string> {
      const [id, now] = [newId(), clock.now()];
      const report = JSON.stringify({ interrupted: true } satisfies RunReport);
      await db
        .insertInto('retention_run')
        .values({ id, started_at: now, finished_at: now, report })
        .execute();
      return id;
    },

    async finish(id: string, result: RunResult): Promise<void> {
      await db
        .updateTable('retention_run')
        .set({ finished_at: clock.now(), report: JSON.stringify(result satisfies RunReport) })
        .where('id', '=', id)
        .execute();
    },

    async removeStartedBefore(ms: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('retention_run')
        .where('started_at', '<', ms)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
