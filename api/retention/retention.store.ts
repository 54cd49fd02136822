import { sql, type ExpressionBuilder } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Schema } from '#api/db/schema.ts';
import type { Clock } from '#api/lib/clock.ts';
import { makeSeekableJobName } from '#api/recording/seekable.store.ts';
import type { AudioRow } from '#api/session/session.store.ts';

export type DueSession = { id: string; host: string; user_id: string };
export type DueAudio = Pick<AudioRow, 'session_id' | 'storage_key' | 'former_key' | 'peaks_key'>;
/** Keyset: rows of a host behind this id, at most so many. */
export type Batch = { host: string; afterId: string; limit: number };

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/**
 * True if the session has a job that is queued or running, since such a job ends by itself. A job that waits for something
 * outside may never end, and a job on files is of no use once the files are deleted, so these do not count.
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

/** What the server deletes by itself, in SQL: of every host and person, so never behind a route. */
export function createRetentionStore(db: Db, clock: Clock) {
  return {
    /** Those that have sessions. */
    async hosts(): Promise<string[]> {
      const rows = await db.selectFrom('session').select('host').distinct().orderBy('host').execute();
      return rows.map(({ host }) => host);
    },

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

    /** Audio that came before, and audio that is marked as deleted while its files may still be there. */
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

    /** From here on nobody hears it. False when work on it began meanwhile, or when the session has gone. */
    markAudioDeleted: (sessionId: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('audio')
          .set({ deleted_at: clock.now() })
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
      }),

    /** Only when the files are gone: until then the keys are what a later sweep finds them by. */
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
