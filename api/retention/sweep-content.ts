import { personActor } from '#api/db/actor.ts';
import type { Log } from '#api/lib/log.ts';
import { audioDueBefore, contentDueBefore } from '#api/session/retention.rules.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import type { Batch, DueAudio, DueSession, RetentionStore } from './retention.store.ts';

export type ContentDeps = {
  retention: RetentionStore;
  sessions: Pick<SessionStore, 'remove'>;
  storage: Pick<AudioStore, 'remove'>;
  /** Stops the work on a session and removes its files, and everything that no foreign key deletes with the row. */
  clear(sessionId: string): Promise<void>;
  batchSize?: number;
};

type Deletions = ReturnType<typeof createDeletions>;

/**
 * Creates `attempt`, which runs one deletion. A failure is logged and counted, and does not stop the other deletions.
 */
export function createDeletions(log: Log) {
  let failed = 0;
  return {
    /** Runs a deletion. Returns the number of deleted items, which is 0 if the deletion has failed. */
    async attempt(what: string, sessionId: string | null, work: () => Promise<number>): Promise<number> {
      try {
        return await work();
      } catch (error) {
        failed++;
        log.error({ err: error, session_id: sessionId }, `retention: cannot delete ${what}`);
        return 0;
      }
    },
    failed: (): number => failed,
  };
}

/** A sweep at the time `now`, ms since the epoch. After an abort nothing more is deleted. */
type Sweep = { now: number; attempt: Deletions['attempt']; signal: AbortSignal | undefined };

/** Deletes sessions and audio that are past the retention of their host. Returns their numbers. */
export async function sweepContent(
  deps: ContentDeps,
  sweep: Sweep,
): Promise<{ sessions: number; audio: number }> {
  const { retention } = deps;
  const { attempt } = sweep;
  const swept = { sessions: 0, audio: 0 };
  await attempt('content', null, async () => {
    for (const host of await retention.hosts()) {
      swept.sessions += await attempt('sessions', null, () => sweepSessions(deps, sweep, host));
      swept.audio += await attempt('audio', null, () => sweepAudio(deps, sweep, host));
    }
    return 0;
  });
  return swept;
}

const sweepSessions = (
  { retention, sessions, clear, batchSize }: ContentDeps,
  sweep: Sweep,
  host: string,
): Promise<number> =>
  deleteInBatches<DueSession>(sweep, {
    what: 'a session',
    host,
    batchSize,
    // The periods are read for each batch, because longer ones hold at once.
    next: async (batch) =>
      retention.sessionsCreatedBefore(
        contentDueBefore(await retention.retentionOfHost(host), sweep.now),
        batch,
      ),
    idOf: ({ id }) => id,
    // The files are removed before the row, which is needed to find them.
    async remove({ id, host, user_id: userId }) {
      await clear(id);
      const owner = { host, userId, actor: personActor(userId) };
      return (await sessions.remove(owner, id, 'retention')) ? 1 : 0;
    },
  });

const sweepAudio = (
  { retention, storage, batchSize }: ContentDeps,
  sweep: Sweep,
  host: string,
): Promise<number> =>
  deleteInBatches<DueAudio>(sweep, {
    what: 'audio',
    host,
    batchSize,
    next: async (batch) =>
      retention.audioCreatedBefore(audioDueBefore(await retention.retentionOfHost(host), sweep.now), batch),
    idOf: ({ session_id: id }) => id,
    // The audio is marked before its files are removed, so that no work begins on it and nobody downloads half of it.
    async remove({ session_id: id, storage_key: storageKey, former_key: formerKey, peaks_key: peaksKey }) {
      if (!(await retention.markAudioDeleted(id))) return 0;
      for (const key of [storageKey, formerKey, peaksKey]) if (key !== null) await storage.remove(key);
      await retention.forgetAudioFiles(id);
      return 1;
    },
  });

type Batches<Row> = {
  what: string;
  host: string;
  batchSize: number | undefined;
  next(batch: Batch): Promise<Row[]>;
  idOf(row: Row): string;
  remove(row: Row): Promise<number>;
};

/** Deletes the rows of a host, batch by batch. Returns their number. */
async function deleteInBatches<Row>(
  { attempt, signal }: Sweep,
  { what, host, batchSize = 100, next, idOf, remove }: Batches<Row>,
): Promise<number> {
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
}
