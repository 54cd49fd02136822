import { sql, type Selectable, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { progressSchema, SessionDraft, SessionPatch } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import type { AudioTable, SessionTable } from '#api/db/schema.ts';
import type { Clock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';
import { foldTitle } from './session.rules.ts';

/** Whose rows a query may see: every query of a person is bound to both. */
export type Owner = { host: string; userId: string };

export type SessionRow = Selectable<SessionTable>;
export type AudioRow = Selectable<AudioTable>;
/** How far the work on a session is. `isOverdue` decides the status and is not shown. */
export type Progress = z.infer<typeof progressSchema> & { isOverdue: boolean };

/** Columns that may change after creation; `title_folded` follows `title`, `rev` grows by itself. */
export type SessionFields = Omit<
  Updateable<SessionTable>,
  'id' | 'host' | 'user_id' | 'title_folded' | 'rev' | 'created_at'
>;

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Sessions in SQL. */
export function createSessionStore(db: Db, clock: Clock) {
  const ownedBy = (owner: Owner) =>
    db.selectFrom('session').where('host', '=', owner.host).where('user_id', '=', owner.userId);
  const change = (fields: SessionFields) => ({
    ...fields,
    ...(fields.title === undefined ? {} : { title_folded: foldTitle(fields.title) }),
    rev: sql<number>`rev + 1`,
  });

  return {
    /** The session, if it is the owner's. */
    find: (owner: Owner, id: string): Promise<SessionRow | undefined> =>
      ownedBy(owner).where('id', '=', id).selectAll().executeTakeFirst(),

    /** One page, newest first; `hasMore` when another follows. `search` is a substring of the title, case folded. */
    async list(owner: Owner, { page, limit, search }: { page: number; limit: number; search: string }) {
      const folded = foldTitle(search.trim());
      const rows = await ownedBy(owner)
        .$if(folded !== '', (query) => query.where(sql<boolean>`instr(title_folded, ${folded}) > 0`))
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit + 1)
        .offset((page - 1) * limit)
        .execute();
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    },

    create(
      owner: Owner,
      draft: SessionDraft,
      integrationInfo?: Record<string, unknown>,
    ): Promise<SessionRow> {
      return db
        .insertInto('session')
        .values({
          id: newId(),
          host: owner.host,
          user_id: owner.userId,
          title: draft.title,
          title_folded: foldTitle(draft.title),
          language: draft.language,
          participants: draft.participants,
          fhir_patient_id: draft.fhir_patient_id,
          settings: JSON.stringify(draft.settings),
          integration_info: integrationInfo ? JSON.stringify(integrationInfo) : null,
          status: 'new',
          created_at: clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** A change that the server itself makes (a job, a completed recording); `rev` grows in the same statement. */
    async update(id: string, fields: SessionFields): Promise<void> {
      await db.updateTable('session').set(change(fields)).where('id', '=', id).execute();
    },

    /**
     * A change that a person makes, with notes only where theirs grew from the revision that is there; undefined when the
     * session is not theirs or has other notes.
     */
    updateOwned: (
      owner: Owner,
      id: string,
      { notes, ...fields }: Omit<SessionPatch, 'edits'>,
    ): Promise<SessionRow | undefined> =>
      db
        .updateTable('session')
        .set({ ...change(fields), ...(notes ? { notes: notes.text, notes_rev: notes.base + 1 } : {}) })
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .$if(notes !== undefined, (query) => query.where('notes_rev', '=', notes?.base ?? 0))
        .returningAll()
        .executeTakeFirst(),

    /** Removes the row and, by the schema, everything that hangs on it. False when it is not the owner's. */
    async remove(owner: Owner, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** The stored audio of a session; the caller has checked whose it is. */
    audioOf: (sessionId: string): Promise<AudioRow | undefined> =>
      db.selectFrom('audio').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),

    /** Peaks for audio that has none; false when it has some, or is deleted. */
    async setPeaks(sessionId: string, key: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('audio')
        .set({ peaks_key: key })
        .where('session_id', '=', sessionId)
        .where('peaks_key', 'is', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
