import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import type { JobRow } from './job.store.ts';
import { isOwnerGone } from './lease-owner.ts';
import type { LeaseStore } from './lease.store.ts';
import { leaseLost, type Run } from './run.ts';

type LeaseKeeperDeps = {
  leases: Pick<LeaseStore, 'renew' | 'requeueAbandoned'>;
  /** Owner of the leases, and how long each is valid. */
  lease: { owner: string; leaseMs: number };
  running: ReadonlyMap<string, Run>;
  clock: Clock;
  log: Log;
};

/** Renews the leases of running jobs, and requeues the jobs of owners that have died. */
export function createLeaseKeeper({ leases, lease, running, clock, log }: LeaseKeeperDeps) {
  const { owner, leaseMs } = lease;

  const isAbandoned = (row: JobRow, now: number): boolean => {
    const { id, lease_owner: holder, lease_until: until } = row;
    const isExpired = (until ?? 0) < now;
    // A job of this process is abandoned if its run has ended and its outcome could not be stored.
    if (holder === owner) return !running.has(id) && isExpired;
    return holder === null || isOwnerGone(holder, owner) || isExpired;
  };

  const takeOver = async (): Promise<void> => {
    const now = clock.now();
    const abandoned = await leases.requeueAbandoned((row) => isAbandoned(row, now), now);
    if (abandoned.length > 0) log.info({ jobs: abandoned.length }, 'queue: taken up again');
  };

  return {
    takeOver,

    /**
     * Renews the leases of the running jobs, aborts each run whose lease another process has taken, and requeues
     * abandoned jobs.
     */
    async renew(): Promise<void> {
      for (const { row, controller } of Array.from(running.values())) {
        const isOurs = await leases.renew(row.id, clock.now() + leaseMs);
        if (!isOurs && running.has(row.id)) controller.abort(leaseLost);
      }
      await takeOver();
    },
  };
}
