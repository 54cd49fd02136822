import type { OidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import { limits } from '#api/contract/limits.ts';
import { dayMs } from '#api/contract/time.ts';
import type { JobStore } from '#api/jobs/job.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import { contentDueBefore } from '#api/session/retention.rules.ts';
import type { OutboxStore } from '#api/outbox/outbox.store.ts';
import type { PairingStore } from '#api/pairing/pairing.store.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { CorrectionStore } from '#api/user/correction.store.ts';
import type { RetentionRunStore, RunResult, Swept } from './run.store.ts';
import { createDeletions, sweepContent, type ContentDeps } from './sweep-content.ts';
import type { SweepTime } from './sweep-time.ts';

export type RetentionDeps = ContentDeps & {
  sessions: Pick<SessionStore, 'forgetCreations'>;
  logins: Pick<OidcModelStore, 'removeExpired'>;
  jobs: Pick<JobStore, 'removeFinished'>;
  corrections: Pick<CorrectionStore, 'hosts' | 'removeUntouchedSince'>;
  outbox: Pick<OutboxStore, 'removeBefore'>;
  pairings: Pick<PairingStore, 'removeEndedBefore'>;
  runs: RetentionRunStore;
  clock: Clock;
  /** Returns the time that deletions are based on; absent if it is the time of `clock`. */
  sweepTime?(): Promise<SweepTime>;
  /** Removes what was deleted from the database file (`reclaim.ts`). Returns the freed bytes; null if nothing was deleted. */
  reclaim?(signal: AbortSignal): Promise<number | null>;
  log: Log;
};

const keepFinishedJobsMs = 30 * dayMs;
const keepOutboxMs = 30 * dayMs;
const keepReportsMs = 366 * dayMs;
const keepPairingsMs = 7 * dayMs;

/**
 * Deletes what is past its retention (§10.21). Each step can be repeated: the next sweep finds and deletes what a crash or a
 * failure has left.
 */
export async function sweepRetention(deps: RetentionDeps, signal?: AbortSignal): Promise<Swept> {
  const { sessions, logins, jobs, outbox, pairings, runs, clock, log } = deps;
  const { attempt, failed } = createDeletions(log);
  const now = clock.now();
  const swept = {
    ...(await sweepContent(deps, { now, attempt, signal })),
    logins: await attempt('expired sign-ins', null, () => logins.removeExpired()),
    jobs: await attempt('finished jobs', null, () => jobs.removeFinished(now - keepFinishedJobsMs)),
    corrections: await attempt('corrections', null, () => sweepCorrections(deps, now)),
    outbox: await attempt('old changes', null, () => outbox.removeBefore(now - keepOutboxMs)),
    pairings: await attempt('ended pairings', null, () => pairings.removeEndedBefore(now - keepPairingsMs)),
    reports: await attempt('old reports', null, () => runs.removeStartedBefore(now - keepReportsMs)),
    creations: await attempt('creation keys', null, () =>
      sessions.forgetCreations(now - limits.creationKeyMemoryMs),
    ),
  };
  return { ...swept, failed: failed() };
}

/** Deletes corrections that were not used for as long as their host keeps content. Returns their number. */
async function sweepCorrections(
  { corrections, retention }: Pick<RetentionDeps, 'corrections' | 'retention'>,
  now: number,
): Promise<number> {
  let removed = 0;
  for (const host of await corrections.hosts()) {
    const dueBefore = contentDueBefore(await retention.retentionOfHost(host), now);
    removed += await corrections.removeUntouchedSince(host, dueBefore);
  }
  return removed;
}

/** Sweeps and stores a report. A failure of the report does not stop the deletion. */
async function run(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { runs, log } = deps;
  const logFailure = (error: unknown) => log.error({ err: error }, 'retention: no report');
  const { nowMs, isDoubted } = (await deps.sweepTime?.()) ?? { nowMs: deps.clock.now(), isDoubted: false };
  const id = await runs.begin().catch(logFailure);
  // A sign-in that has expired only because the clock is wrong is valid again once the clock is set.
  const logins = isDoubted ? { removeExpired: async () => 0 } : deps.logins;
  const swept = await sweepRetention({ ...deps, logins, clock: { now: () => nowMs } }, signal);
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'retention: deleted');
  const result = await withReclaimed(deps, swept, signal);
  if (id !== undefined) await runs.finish(id, result).catch(logFailure);
}

async function withReclaimed(
  { reclaim, log }: Pick<RetentionDeps, 'reclaim' | 'log'>,
  swept: Swept,
  signal: AbortSignal,
): Promise<RunResult> {
  if (!reclaim || signal.aborted) return swept;
  try {
    const freed = await reclaim(signal);
    return freed === null ? swept : { ...swept, freed_bytes: freed };
  } catch (error) {
    if (signal.aborted) return swept;
    log.error({ err: error }, 'retention: cannot compact the database');
    return { ...swept, failed: swept.failed + 1 };
  }
}

/** Creates the keeper that sweeps now and every hour. */
export const createRetentionKeeper = (deps: RetentionDeps & { everyMs?: number }): Sweeper =>
  createSweeper({ ...deps, name: 'retention', sweep: (signal) => run(deps, signal) });
