import type { Selectable } from 'kysely';
import type { By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { TranscriptTable } from '#api/db/schema.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { resultWork, type ResultKey } from '#api/result/result-work.store.ts';
import { draftEngines } from '#api/contract/draft-engine.ts';

type VersionRow = Pick<Selectable<TranscriptTable>, 'version' | 'engine' | 'language' | 'partial'>;

/** True while a transcript is queued or being made. */
export const isUnderWay = ({ status }: Pick<SessionRow, 'status'>): boolean =>
  status === 'pending' || status === 'transcribing';

/** Rows that the work on a session reads and writes beside those of the session. `trx` is the transaction of the caller. */
export const processingStore = {
  /** Returns the newest version that an engine has made, complete or not; undefined if there is none. */
  newestVersion: (trx: Db, sessionId: string): Promise<VersionRow | undefined> =>
    trx
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('engine', 'not in', draftEngines)
      .orderBy('version', 'desc')
      .select(['version', 'engine', 'language', 'partial'])
      .executeTakeFirst(),

  /** Returns the newest complete version, and whether it has no text; null if there is none. */
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
  async settleStatus(trx: Db, sessionId: string, by: By): Promise<void> {
    const { status } =
      (await trx.selectFrom('session').where('id', '=', sessionId).select('status').executeTakeFirst()) ?? {};
    if (status !== 'processing' || (await resultWork.active(trx, sessionId)).length > 0) return;
    await changeStatus(trx, sessionId, { status: 'completed' }, by);
  },

  /** Removes newer transcriptions. A draft stays: it may be newer than a transcription that began before it came. */
  async removeVersionsAfter(trx: Db, sessionId: string, version: number): Promise<void> {
    await trx
      .deleteFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('version', '>', version)
      .where('engine', 'not in', draftEngines)
      .execute();
  },
};
