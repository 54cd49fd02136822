import { sql, type Selectable, type Updateable } from 'kysely';
import { limits } from '#api/contract/limits.ts';
import type { SessionDraft, SessionPatch } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import type { AudioTable, SessionTable } from '#api/db/schema.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Owner } from '#api/db/owner.ts';
import { listRows, type ListFilter, type ListRow } from './session-list.store.ts';
import { foldTitle } from './session.rules.ts';

export type SessionRow = Selectable<SessionTable>;
export type AudioRow = Selectable<AudioTable>;

/** Columns that may change after creation; `title_folded` follows `title`, `audio_at` the audio, `rev` grows by itself. */
export type SessionFields = Omit<
  Updateable<SessionTable>,
  | 'id'
  | 'host'
  | 'user_id'
  | 'title_folded'
  | 'rev'
  | 'created_at'
  | 'audio_at'
  | 'creation_key'
  | 'creation_digest'
>;

/** `Idempotency-Key` of a creation, and the digest of its body. */
export type Creation = { key: string; digest: string };

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export const newSessionRow = (
  { host, userId }: Owner,
  draft: SessionDraft,
  { nowMs, integrationInfo }: { nowMs: number; integrationInfo: string | null },
): SessionRow => ({
  id: newId(),
  host,
  user_id: userId,
  title: draft.title,
  title_folded: foldTitle(draft.title),
  language: draft.language,
  participants: draft.participants,
  fhir_patient_id: draft.fhir_patient_id,
  settings: JSON.stringify(draft.settings),
  integration_info: integrationInfo,
  visibility: 'private',
  status: 'new',
  reason: null,
  notice: null,
  duration: 0,
  mode: null,
  started_at: null,
  processing_start: null,
  speech: null,
  verdict: null,
  markers: '[]',
  timemap: null,
  notes: '',
  notes_rev: 0,
  edits_rev: 0,
  rev: 1,
  created_at: nowMs,
  audio_at: null,
  thumbnail: null,
  creation_key: null,
  creation_digest: null,
});

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(db: Db, clock: Clock) {
  const ownedBy = (owner: Owner) =>
    db.selectFrom('session').where('host', '=', owner.host).where('user_id', '=', owner.userId);
  const change = (fields: SessionFields) => ({
    ...fields,
    ...(fields.title === undefined ? {} : { title_folded: foldTitle(fields.title) }),
    rev: sql<number>`rev + 1`,
  });

  return {
    find: (owner: Owner, id: string): Promise<SessionRow | undefined> =>
      ownedBy(owner).where('id', '=', id).selectAll().executeTakeFirst(),

    /** One page, newest first; `hasMore` when another follows. */
    list: (
      owner: Owner,
      asked: ListFilter & { page: number; limit: number },
    ): Promise<{ rows: ListRow[]; hasMore: boolean }> => listRows(db, owner, asked, clock.now()),

    /** Version of the newest complete transcript per session; sessions without one are missing. */
    async wholeVersions(ids: readonly string[]): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('transcript')
        .where('session_id', 'in', ids)
        .where('partial', '=', 0)
        .groupBy('session_id')
        .select((eb) => ['session_id', eb.fn.max('version').as('version')])
        .execute();
      return new Map(rows.map(({ session_id: id, version }) => [id, version]));
    },

    /** @throws AppError `session.day_limit` */
    create: (
      owner: Owner,
      draft: SessionDraft,
      integrationInfo?: Record<string, unknown>,
    ): Promise<SessionRow> =>
      db.transaction().execute(async (trx) => {
        const nowMs = clock.now();
        const made = await trx
          .insertInto('session')
          .values(newSessionRow(owner, draft, { nowMs, integrationInfo: toJson(integrationInfo) }))
          .returningAll()
          .executeTakeFirstOrThrow();
        await checkDayLimit(trx, owner, nowMs);
        return made;
      }),

    /**
     * Creates a session, or returns the current state of the one created with the same key and body.
     * @throws AppError `session.key_reused`, `session.gone`, `session.day_limit`
     */
    createOnce: (
      owner: Owner,
      draft: SessionDraft,
      integrationInfo: Record<string, unknown> | undefined,
      { key, digest }: Creation,
    ): Promise<SessionRow> =>
      db.transaction().execute(async (trx) => {
        const nowMs = clock.now();
        const gone = await trx
          .selectFrom('creation_memory')
          .where('host', '=', owner.host)
          .where('user_id', '=', owner.userId)
          .where('creation_key', '=', key)
          .where('deleted_at', '>=', nowMs - limits.creationKeyMemoryMs)
          .select('deleted_at')
          .executeTakeFirst();
        if (gone) throw new AppError('session.gone');
        const row = newSessionRow(owner, draft, { nowMs, integrationInfo: toJson(integrationInfo) });
        const made = await trx
          .insertInto('session')
          .values({ ...row, creation_key: key, creation_digest: digest })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (made) {
          await checkDayLimit(trx, owner, nowMs);
          return made;
        }
        const there = await trx
          .selectFrom('session')
          .where('host', '=', owner.host)
          .where('user_id', '=', owner.userId)
          .where('creation_key', '=', key)
          .selectAll()
          .executeTakeFirstOrThrow();
        if (there.creation_digest === digest) return there;
        throw new AppError('session.key_reused', { extra: { session_id: there.id } });
      }),

    /** A change by the server itself (a job, a completed recording); increments `rev` in the same statement. */
    async update(id: string, fields: SessionFields): Promise<void> {
      await db.updateTable('session').set(change(fields)).where('id', '=', id).execute();
    },

    /**
     * A change by a person. Returns undefined if the session is not theirs, or if its notes are not at the revision that
     * they edited.
     */
    updateOwned: (
      owner: Owner,
      id: string,
      { notes, settings, ...fields }: Omit<SessionPatch, 'edits'>,
    ): Promise<SessionRow | undefined> =>
      db
        .updateTable('session')
        .set({
          ...change(settings ? { ...fields, settings: JSON.stringify(settings) } : fields),
          ...(notes ? { notes: notes.text, notes_rev: notes.base + 1 } : {}),
        })
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .$if(notes !== undefined, (query) => query.where('notes_rev', '=', notes?.base ?? 0))
        .returningAll()
        .executeTakeFirst(),

    /**
     * Deletes the session and, by cascade, everything that belongs to it. Its creation key stays in `creation_memory`.
     * Returns false if the session is not the owner's.
     */
    remove: (owner: Owner, id: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('session')
          .where('host', '=', owner.host)
          .where('user_id', '=', owner.userId)
          .where('id', '=', id)
          .returning(['host', 'user_id', 'creation_key'])
          .executeTakeFirst();
        if (gone?.creation_key) {
          const { host, user_id, creation_key } = gone;
          const deletion = { deleted_at: clock.now() };
          await trx
            .insertInto('creation_memory')
            .values({ host, user_id, creation_key, ...deletion })
            .onConflict((conflict) => conflict.doUpdateSet(deletion))
            .execute();
          await forgetOldest(trx, owner);
        }
        return gone !== undefined;
      }),

    /** Deletes the creation keys of sessions that were deleted before this time. Returns their number. */
    async forgetCreations(deletedBeforeMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('creation_memory')
        .where('deleted_at', '<', deletedBeforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** The caller has checked the owner. */
    audioOf: (sessionId: string): Promise<AudioRow | undefined> =>
      db.selectFrom('audio').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),

    /** Sets peaks and thumbnail of audio that has none; returns false if it has peaks or is deleted. */
    setPeaks: (sessionId: string, key: string, thumbnail: Uint8Array | null): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('audio')
          .set({ peaks_key: key })
          .where('session_id', '=', sessionId)
          .where('peaks_key', 'is', null)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await trx.updateTable('session').set({ thumbnail }).where('id', '=', sessionId).execute();
        return true;
      }),

    /** Sessions of all people, after this id, whose peaks have no thumbnail yet. */
    withoutThumbnail: (afterId: string, limit: number): Promise<{ id: string; peaks_key: string }[]> =>
      db
        .selectFrom('session')
        .innerJoin('audio', 'audio.session_id', 'session.id')
        .where('session.thumbnail', 'is', null)
        .where('session.id', '>', afterId)
        .where('audio.peaks_key', 'is not', null)
        .where('audio.deleted_at', 'is', null)
        .orderBy('session.id')
        .limit(limit)
        .select(['session.id', 'audio.peaks_key'])
        .$narrowType<{ peaks_key: string }>()
        .execute(),

    /** Does nothing once the audio is deleted. */
    async setThumbnail(sessionId: string, thumbnail: Uint8Array): Promise<void> {
      await db
        .updateTable('session')
        .set({ thumbnail })
        .where('id', '=', sessionId)
        .where('audio_at', 'is not', null)
        .execute();
    },
  };
}

const dayMs = 86_400_000;

/**
 * Must be called after a session was inserted, in the same transaction.
 * @throws AppError `session.day_limit` with `retry_after_s`
 */
async function checkDayLimit(trx: Db, { host, userId }: Owner, nowMs: number): Promise<void> {
  const oneTooMany = await trx
    .selectFrom('session')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where('created_at', '>', nowMs - dayMs)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(limits.maxSessionsPerDay)
    .limit(1)
    .executeTakeFirst();
  if (!oneTooMany) return;
  const leftMs = Math.min(oneTooMany.created_at + dayMs - nowMs, dayMs);
  throw new AppError('session.day_limit', { extra: { retry_after_s: Math.ceil(leftMs / 1000) } });
}

/** Deletes the oldest creation keys of a person's deleted sessions beyond the limit. */
async function forgetOldest(trx: Db, { host, userId }: Owner): Promise<void> {
  const of = trx.selectFrom('creation_memory').where('host', '=', host).where('user_id', '=', userId);
  const { count } = await of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (count <= limits.maxRememberedCreations) return;
  await trx
    .deleteFrom('creation_memory')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where(
      'creation_key',
      'in',
      of
        .select('creation_key')
        .orderBy('deleted_at')
        .limit(count - limits.maxRememberedCreations),
    )
    .execute();
}
