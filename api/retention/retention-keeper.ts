import type { OidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import { limits } from '#api/contract/limits.ts';
import type { JobStore } from '#api/jobs/job.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import type { CorrectionStore } from '#api/user/correction.store.ts';
import {
  audioDueBefore,
  contentDueBefore,
  defaultTimes,
  type RetentionTimes,
} from '#api/session/retention.rules.ts';
import type { Batch, DueAudio, DueSession, RetentionStore } from './retention.store.ts';
import type { RetentionRunStore, Swept } from './run.store.ts';
import type { SweepTime } from './sweep-time.ts';

export type RetentionDeps = {
  retention: RetentionStore;
  sessions: Pick<SessionStore, 'remove' | 'forgetCreations'>;
  storage: Pick<AudioStore, 'remove'>;
  logins: Pick<OidcModelStore, 'removeExpired'>;
  jobs: Pick<JobStore, 'removeFinished'>;
  corrections: Pick<CorrectionStore, 'removeUntouchedSince'>;
  runs: RetentionRunStore;
  /** Times of a host, if it has its own. The page must show the same values. */
  timesOf?(host: string): Promise<RetentionTimes>;
  /** Stops the work on a session and removes its files, and everything that no foreign key deletes with the row. */
  clear(sessionId: string): Promise<void>;
  clock: Clock;
  /** Time that deletions go by; absent: that of `clock`. */
  sweepTime?(): Promise<SweepTime>;
  log: Log;
  batchSize?: number;
};

const dayMs = 86_400_000;
const keepFinishedJobsMs = 30 * dayMs;
const keepReportsMs = 366 * dayMs;

/**
 * Deletes what is past its retention (§10.21). Each step can be repeated: the next sweep finds and finishes what a crash or
 * a failure has left.
 */
export async function sweepRetention(deps: RetentionDeps, signal?: AbortSignal): Promise<Swept> {
  const { retention, sessions, storage, logins, jobs, corrections, runs } = deps;
  const { clear, clock, log, timesOf = async () => defaultTimes, batchSize = 100 } = deps;
  let failed = 0;

  /** Returns the sum; one failure does not stop the others. */
  const attempt = async (what: string, sessionId: string | null, work: () => Promise<number>) => {
    try {
      return await work();
    } catch (error) {
      failed++;
      log.error({ err: error, session_id: sessionId }, `retention: cannot delete ${what}`);
      return 0;
    }
  };
  const each = async <Row>(
    host: string,
    what: string,
    next: (batch: Batch) => Promise<Row[]>,
    idOf: (row: Row) => string,
    remove: (row: Row) => Promise<number>,
  ): Promise<number> => {
    let removed = 0;
    for (let afterId = ''; ;) {
      const rows = await next({ host, afterId, limit: batchSize });
      for (const row of rows) {
        if (signal?.aborted) return removed;
        removed += await attempt(what, idOf(row), () => remove(row));
        afterId = idOf(row);
      }
      if (rows.length < batchSize) return removed;
    }
  };

  // Files first: the row is needed to find them.
  const removeSession = async ({ id, host, user_id: userId }: DueSession) => {
    await clear(id);
    return (await sessions.remove({ host, userId }, id)) ? 1 : 0;
  };
  // The mark first: no work begins on audio that is about to go, and nobody downloads half of it.
  const removeAudio = async (audio: DueAudio) => {
    const { session_id: id, storage_key: storageKey, former_key: formerKey, peaks_key: peaksKey } = audio;
    if (!(await retention.markAudioDeleted(id))) return 0;
    for (const key of [storageKey, formerKey, peaksKey]) if (key !== null) await storage.remove(key);
    await retention.forgetAudioFiles(id);
    return 1;
  };

  const now = clock.now();
  const sweepHost = async (host: string) => {
    const times = await timesOf(host);
    const contentBefore = contentDueBefore(now, times);
    const audioBefore = audioDueBefore(now, times);
    return {
      sessions: await attempt('sessions', null, () =>
        each(
          host,
          'a session',
          (batch) => retention.sessionsCreatedBefore(contentBefore, batch),
          ({ id }) => id,
          removeSession,
        ),
      ),
      audio: await attempt('audio', null, () =>
        each(
          host,
          'audio',
          (batch) => retention.audioCreatedBefore(audioBefore, batch),
          ({ session_id: id }) => id,
          removeAudio,
        ),
      ),
    };
  };

  const swept: Swept = {
    sessions: 0,
    audio: 0,
    logins: 0,
    jobs: 0,
    corrections: 0,
    reports: 0,
    creations: 0,
    failed: 0,
  };
  await attempt('content', null, async () => {
    for (const host of await retention.hosts()) {
      const { sessions: count, audio } = await sweepHost(host);
      swept.sessions += count;
      swept.audio += audio;
    }
    return 0;
  });
  swept.logins = await attempt('expired sign-ins', null, () => logins.removeExpired());
  swept.jobs = await attempt('finished jobs', null, () => jobs.removeFinished(now - keepFinishedJobsMs));
  swept.corrections = await attempt('corrections', null, () =>
    corrections.removeUntouchedSince(contentDueBefore(now)),
  );
  swept.reports = await attempt('old reports', null, () => runs.removeStartedBefore(now - keepReportsMs));
  swept.creations = await attempt('creation keys', null, () =>
    sessions.forgetCreations(now - limits.creationKeyMemoryMs),
  );
  return { ...swept, failed };
}

/** Sweeps and stores a report. A failure of the report does not stop the deletion. */
async function run(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { runs, log } = deps;
  const cannot = (error: unknown) => log.error({ err: error }, 'retention: no report');
  const { nowMs, isDoubted } = (await deps.sweepTime?.()) ?? { nowMs: deps.clock.now(), isDoubted: false };
  const id = await runs.begin().catch(cannot);
  // A sign-in that only a wrong clock has expired is valid again once the clock is set.
  const logins = isDoubted ? { removeExpired: async () => 0 } : deps.logins;
  const swept = await sweepRetention({ ...deps, logins, clock: { now: () => nowMs } }, signal);
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'retention: deleted');
  if (id !== undefined) await runs.finish(id, swept).catch(cannot);
}

/** Sweeps now and every hour. */
export const createRetentionKeeper = (deps: RetentionDeps & { everyMs?: number }): Sweeper =>
  createSweeper({ ...deps, name: 'retention', sweep: (signal) => run(deps, signal) });
