import type { PairingEnd } from '#api/contract/pairing.ts';
import { personActor } from '#api/db/actor.ts';
import type { Owner } from '#api/db/owner.ts';
import { fixedPlan } from '#api/db/fixed-plan.ts';
import type { Db } from '#api/db/open.ts';
import { createSessionRows, type SessionRow } from '#api/session/session.store.ts';
import { AppError } from '#api/lib/error.ts';
import { createAdoptionStore } from '#api/upload/adoption.store.ts';
import { isOfCaller, pairingRows, type Caller, type PairingRow } from './pairing.store.ts';

export type PhoneStore = ReturnType<typeof createPhoneStore>;

/** The store of phones that have joined without a sign-in: their tokens, what they may name, their sessions and notes. */
export const createPhoneStore = (db: Db) => ({ ...createTokens(db), ...createReach(db), ...createMade(db) });

const createTokens = (db: Db) => ({
  /** Returns a pairing whose phone has joined without a sign-in. */
  findQuick: (by: Caller, id: string): Promise<PairingRow | undefined> =>
    pairingRows(db)
      .where('pairing.id', '=', id)
      .where(isOfCaller(by))
      .where('pairing.is_quick', '=', 1)
      .executeTakeFirst(),

  /** Returns the pairing of a token. */
  findByToken: (host: string, tokenHash: string): Promise<PairingRow | undefined> =>
    pairingRows(db)
      .where('pairing.token_hash', '=', fixedPlan(tokenHash))
      .where('pairing.host', '=', fixedPlan(host))
      .executeTakeFirst(),

  /** Copies the hashes of the tokens of a session's ended pairings, because the pairings are deleted with the session. */
  async keepTokensOf(sessionId: string): Promise<void> {
    await db
      .insertInto('gone_phone_token')
      .columns(['token_hash', 'host', 'ended', 'ended_at'])
      .expression((eb) =>
        eb
          .selectFrom('pairing')
          .select(['token_hash', 'host', 'ended', 'ended_at'])
          .where('session_id', '=', sessionId)
          .where('token_hash', 'is not', null)
          .where('ended', 'is not', null),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** Returns why the pairing of this token had ended, if the pairing was deleted with its session. */
  async endOfGone(host: string, tokenHash: string): Promise<PairingEnd | undefined> {
    const row = await db
      .selectFrom('gone_phone_token')
      .select('ended')
      .where('token_hash', '=', tokenHash)
      .where('host', '=', host)
      .executeTakeFirst();
    return row?.ended;
  },

  /** Stores the hash of the token that is given now. Returns false if the token has been used: then it is not given again. */
  async giveToken(id: string, tokenHash: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('pairing')
      .set({ token_hash: tokenHash })
      .where('id', '=', id)
      .where('token_used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Notes the first use of a token. */
  async useToken(id: string, nowMs: number): Promise<void> {
    await db
      .updateTable('pairing')
      .set({ token_used_at: nowMs })
      .where('id', '=', id)
      .where('token_used_at', 'is', null)
      .execute();
  },
});

const createReach = (db: Db) => ({
  /** True if a phone may record into this session: that of its pairing, or one that it has made. */
  async hasSession({ host, userId }: Owner, pairingId: string, sessionId: string): Promise<boolean> {
    const row = await db
      .selectFrom('pairing')
      .select('id')
      .where('id', '=', pairingId)
      .where('host', '=', host)
      .where('user_id', '=', userId)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('pairing.session_id', '=', sessionId),
          exists(
            selectFrom('phone_session')
              .select('phone_session.session_id')
              .where('phone_session.pairing_id', '=', pairingId)
              .where('phone_session.session_id', '=', sessionId),
          ),
        ]),
      )
      .executeTakeFirst();
    return row !== undefined;
  },

  /** True if a phone has begun this upload. */
  async hasUpload({ host, userId }: Owner, pairingId: string, uploadId: string): Promise<boolean> {
    const row = await db
      .selectFrom('upload')
      .select('id')
      .where('id', '=', uploadId)
      .where('host', '=', host)
      .where('user_id', '=', userId)
      .where('pairing_id', '=', pairingId)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Returns the session that an adopted upload was sent to. */
  adoptedOf: async (owner: Owner, uploadId: string): Promise<string | undefined> =>
    (await createAdoptionStore(db).find(owner, uploadId))?.of_session,
});

const createMade = (db: Db) => ({
  /** Returns the session of a pairing, and the number of those that its phone has made beside it. */
  async sessionOf(
    { host, userId }: Owner,
    pairingId: string,
  ): Promise<{ session: SessionRow; made: number } | null> {
    const session = await db
      .selectFrom('session')
      .innerJoin('pairing', 'pairing.session_id', 'session.id')
      .where('pairing.id', '=', pairingId)
      .where('pairing.host', '=', host)
      .where('pairing.user_id', '=', userId)
      .selectAll('session')
      .executeTakeFirst();
    if (!session) return null;
    const { made } = await db
      .selectFrom('phone_session')
      .where('pairing_id', '=', pairingId)
      .where('session_id', '<>', session.id)
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .executeTakeFirstOrThrow();
    return { session, made };
  },

  /** Notes that a phone has made this session. */
  async addSession(pairingId: string, sessionId: string): Promise<void> {
    await db
      .insertInto('phone_session')
      .values({ pairing_id: pairingId, session_id: sessionId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /**
   * Replaces the notes that this phone wrote in a session. `change` makes the notes of the session from those that are there, and from what
   * the phone wrote before. Returns their revision.
   * @throws AppError `session.not_found`
   */
  putNotes: (
    owner: Owner,
    { pairingId, sessionId, text }: { pairingId: string; sessionId: string; text: string },
    change: (there: string, before: string) => string,
  ): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const sessions = createSessionRows(trx);
      const session = await sessions.find(owner, sessionId);
      if (!session) throw new AppError('session.not_found');
      const own = await trx
        .selectFrom('phone_session')
        .select('notes')
        .where('pairing_id', '=', pairingId)
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      const notes = change(session.notes, own?.notes ?? '');
      await trx
        .insertInto('phone_session')
        .values({ pairing_id: pairingId, session_id: sessionId, notes: text })
        .onConflict((conflict) => conflict.columns(['pairing_id', 'session_id']).doUpdateSet({ notes: text }))
        .execute();
      if (notes === session.notes) return session.notes_rev;
      const acting = { ...owner, actor: personActor(owner.userId) };
      const base = session.notes_rev;
      const changed = await sessions.updateOwned(acting, sessionId, { notes: { text: notes, base } });
      return changed?.notes_rev ?? base;
    }),
});
