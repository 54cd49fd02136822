import { sql, type Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { TranscriptTable } from '#api/db/schema.ts';
import type { AudioRow, SessionRow } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { resultWork, type ResultKey } from '#api/result/result-work.store.ts';
import { draftEngine } from '#api/transcript/draft.rules.ts';

type VersionRow = Pick<Selectable<TranscriptTable>, 'version' | 'engine' | 'language' | 'partial'>;
type Changes = Partial<
  Pick<SessionRow, 'status' | 'reason' | 'notice' | 'participants' | 'language' | 'processing_start'>
>;

/** True while a transcript is queued or being made. */
export const isUnderWay = ({ status }: Pick<SessionRow, 'status'>): boolean =>
  status === 'pending' || status === 'transcribing';

/** Rows that the work on a session reads and writes. `trx` is the transaction of the caller. */
export const processingStore = {
  find: (trx: Db, owner: Owner, id: string): Promise<SessionRow | undefined> =>
    trx
      .selectFrom('session')
      .where('host', '=', owner.host)
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  audioOf: (trx: Db, sessionId: string): Promise<AudioRow | undefined> =>
    trx.selectFrom('audio').where('session_id', '=', sessionId).selectAll().executeTakeFirst(),

  /** The newest version that an engine has made, complete or not. */
  newestVersion: (trx: Db, sessionId: string): Promise<VersionRow | undefined> =>
    trx
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('engine', '!=', draftEngine)
      .orderBy('version', 'desc')
      .select(['version', 'engine', 'language', 'partial'])
      .executeTakeFirst(),

  /** The newest complete version, and whether it has no text; null if there is none. */
  async completeVersion(trx: Db, sessionId: string): Promise<{ version: number; isEmpty: boolean } | null> {
    const complete = await trx
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('partial', '=', 0)
      .orderBy('version', 'desc')
      .select('version')
      .executeTakeFirst();
    if (!complete) return null;
    const segment = await trx
      .selectFrom('segment')
      .where('session_id', '=', sessionId)
      .where('version', '=', complete.version)
      .select('seq')
      .limit(1)
      .executeTakeFirst();
    return { version: complete.version, isEmpty: segment === undefined };
  },

  /** True if there is exactly one complete version. */
  async hasOneComplete(trx: Db, sessionId: string): Promise<boolean> {
    const versions = await trx
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('partial', '=', 0)
      .select('version')
      .limit(2)
      .execute();
    return versions.length === 1;
  },

  resultOf: (trx: Db, { sessionId, label, version }: ResultKey) =>
    trx
      .selectFrom('result')
      .where('session_id', '=', sessionId)
      .where('label', '=', label)
      .where('version', '=', version)
      .selectAll()
      .executeTakeFirst(),

  /** Sets the status of a session from `processing` to `completed` if no result is pending or being made. */
  async settleStatus(trx: Db, sessionId: string): Promise<void> {
    const { status } =
      (await trx.selectFrom('session').where('id', '=', sessionId).select('status').executeTakeFirst()) ?? {};
    if (status !== 'processing' || (await resultWork.active(trx, sessionId)).length > 0) return;
    await processingStore.change(trx, sessionId, { status: 'completed' });
  },

  async removeVersionsAfter(trx: Db, sessionId: string, version: number): Promise<void> {
    await trx
      .deleteFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('version', '>', version)
      .execute();
  },

  async change(trx: Db, sessionId: string, changes: Changes): Promise<void> {
    await trx
      .updateTable('session')
      .set({ ...changes, rev: sql<number>`rev + 1` })
      .where('id', '=', sessionId)
      .execute();
  },
};
