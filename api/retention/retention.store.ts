import { sql, type ExpressionBuilder } from 'kysely';
import type { DomainRetention } from '#api/contract/domain.ts';
import type { Db } from '#api/db/open.ts';
import type { Schema } from '#api/db/schema.ts';
import { readRetention } from '#api/domain/host-setting.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import { makeSeekableJobName } from '#api/recording/seekable.store.ts';
import type { AudioRow } from '#api/session/session.store.ts';

export type DueSession = { id: string; host: string; user_id: string };
export type DueAudio = Pick<AudioRow, 'session_id' | 'storage_key' | 'former_key' | 'peaks_key'>;
/** At most `limit` rows of a host whose ids follow `afterId`. */
export type Batch = { host: string; afterId: string; limit: number };

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/**
 * True if the session has a job that is queued or running. Waiting jobs do not count, because they may never end. Neither do
 * jobs on files, because they are useless once the files are deleted.
 */
const isInWork = (eb: ExpressionBuilder<Schema, 'audio'>) =>
  eb.exists(
    eb
      .selectFrom('job')
      .select('job.id')
      .whereRef('job.session_id', '=', 'audio.session_id')
      .where('job.state', 'in', ['queued', 'running'])
      .where('job.name', '!=', makeSeekableJobName),
  );

async function markDeleted(trx: Db, sessionId: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('audio')
    .set({ deleted_at: nowMs })
    .where('session_id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.not(isInWork(eb)))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await trx
      .updateTable('session')
      .set({ rev: sql<number>`rev + 1` })
      .where('id', '=', sessionId)
      .execute();
    return true;
  }
  const marked = await trx
    .selectFrom('audio')
    .where('session_id', '=', sessionId)
    .where('deleted_at', 'is not', null)
    .select('session_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Finds what is due for deletion, of every host and person. No route may use it. */
export function createRetentionStore(db: Db, clock: Clock) {
  return {
    /** Returns the hosts that have sessions. */
    async hosts(): Promise<string[]> {
      const rows = await db.selectFrom('session').select('host').distinct().orderBy('host').execute();
      return rows.map(({ host }) => host);
    },

    retentionOfHost: (host: string): Promise<DomainRetention> => readRetention(db, host),

    sessionsCreatedBefore: (ms: number, { host, afterId, limit }: Batch): Promise<DueSession[]> =>
      db
        .selectFrom('session')
        .where('host', '=', host)
        .where('created_at', '<', ms)
        .where('id', '>', afterId)
        .select(['id', 'host', 'user_id'])
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Returns audio from before this time, and audio marked as deleted whose files may still exist. */
    audioCreatedBefore: (ms: number, { host, afterId, limit }: Batch): Promise<DueAudio[]> =>
      db
        .selectFrom('audio')
        .where('storage_key', '!=', '')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('session')
              .select('session.id')
              .whereRef('session.id', '=', 'audio.session_id')
              .where('session.host', '=', host),
          ),
        )
        .where((eb) =>
          eb.or([
            eb('deleted_at', 'is not', null),
            eb.and([eb('created_at', '<', ms), eb.not(isInWork(eb))]),
          ]),
        )
        .where('session_id', '>', afterId)
        .select(['session_id', 'storage_key', 'former_key', 'peaks_key'])
        .orderBy('session_id')
        .limit(limit)
        .execute(),

    /**
     * Marks the audio as deleted, which hides it. Returns false if work on it has begun in the meantime, or if the
     * session is gone.
     */
    markAudioDeleted: (sessionId: string): Promise<boolean> =>
      db.transaction().execute((trx) => markDeleted(trx, sessionId, clock.now())),

    /**
     * Forgets the files of deleted audio. It must be called after they are removed, because a later sweep finds them by
     * these keys.
     */
    async forgetAudioFiles(sessionId: string): Promise<void> {
      await db
        .updateTable('audio')
        .set({ storage_key: '', former_key: null, peaks_key: null })
        .where('session_id', '=', sessionId)
        .where('deleted_at', 'is not', null)
        .execute();
    },
  };
}
