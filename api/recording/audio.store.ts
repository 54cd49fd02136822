import type { Insertable } from 'kysely';
import type { By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { AudioTable } from '#api/db/schema.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import type { SessionFields } from '#api/session/session.store.ts';

/** Statements by which a session gets its audio. They run in the transaction of the caller. */
export const audioStore = {
  /** Marks a session without audio as waiting for its transcription. Returns `gone` if there is no such session. */
  async claimSession(
    trx: Db,
    sessionId: string,
    fields: SessionFields,
    by: By,
  ): Promise<'claimed' | 'has_audio' | 'gone'> {
    const { numUpdatedRows } = await trx
      .updateTable('session')
      .set((eb) => ({ reason: null, notice: null, ...fields, rev: eb('rev', '+', 1) }))
      .where('id', '=', sessionId)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('audio').select('session_id').where('session_id', '=', sessionId))),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await changeStatus(trx, sessionId, { status: 'pending' }, by);
      return 'claimed';
    }
    const there = await trx.selectFrom('session').select('id').where('id', '=', sessionId).executeTakeFirst();
    return there ? 'has_audio' : 'gone';
  },

  /** Removes an upload. Returns false if the upload is gone, because its session is being deleted. */
  async removeUpload(trx: Db, uploadId: string): Promise<boolean> {
    const { numDeletedRows } = await trx.deleteFrom('upload').where('id', '=', uploadId).executeTakeFirst();
    return numDeletedRows > 0n;
  },

  async insert(trx: Db, audio: Insertable<AudioTable>): Promise<void> {
    await trx.insertInto('audio').values(audio).execute();
  },
};
