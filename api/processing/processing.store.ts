import { sql, type Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { TranscriptTable } from '#api/db/schema.ts';
import type { AudioRow, Owner, SessionRow } from '#api/session/session.store.ts';
import { draftEngine } from '#api/transcript/draft.rules.ts';

type VersionRow = Pick<Selectable<TranscriptTable>, 'version' | 'engine' | 'language' | 'partial'>;
type Changes = Partial<Pick<SessionRow, 'status' | 'reason' | 'notice' | 'participants' | 'language'>>;

/** What the work on a session needs and leaves, in SQL; every call within a transaction of the caller's. */
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

  /** The newest version that an engine has written, or is writing. */
  newestVersion: (trx: Db, sessionId: string): Promise<VersionRow | undefined> =>
    trx
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('engine', '!=', draftEngine)
      .orderBy('version', 'desc')
      .select(['version', 'engine', 'language', 'partial'])
      .executeTakeFirst(),

  /** The newest whole version, and whether anything is in it. */
  async wholeVersion(trx: Db, sessionId: string): Promise<{ version: number; isEmpty: boolean } | null> {
    const whole = await trx
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .where('partial', '=', 0)
      .orderBy('version', 'desc')
      .select('version')
      .executeTakeFirst();
    if (!whole) return null;
    const segment = await trx
      .selectFrom('segment')
      .where('session_id', '=', sessionId)
      .where('version', '=', whole.version)
      .select('seq')
      .limit(1)
      .executeTakeFirst();
    return { version: whole.version, isEmpty: segment === undefined };
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
