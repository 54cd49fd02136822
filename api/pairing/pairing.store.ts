import { expressionBuilder, sql, type Insertable, type Selectable } from 'kysely';
import type { PairingEnd } from '#api/contract/pairing.ts';
import { fixedPlan } from '#api/db/fixed-plan.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Schema } from '#api/db/schema.ts';
import type { PairingTable } from '#api/db/schema-pairing.ts';

/** The row of a pairing, with the facts of other tables by which `endOf` decides. */
export type PairingRow = Selectable<PairingTable> & {
  /** Title and language of the session. */
  title: string;
  language: string;
  /** Whether the person is locked, or closes their account. */
  locked: 0 | 1;
  /** Whether a sign-in of one of the sides, at the embedded provider, has not ended. */
  is_signed_in: 0 | 1;
  /** Whether the session that the phone records has its audio. */
  has_audio: 0 | 1;
  /** Whether a phone without a sign-in has begun something that is not complete: the session of the pairing, an upload, or a session that it has made. */
  is_unsent: 0 | 1;
};

/** Largest numbers of living pairings per person: of those that wait for a phone or for the comparison, and of connected ones. */
export const mostOpen = 10;
export const mostConnected = 50;

export type PairingStore = ReturnType<typeof createPairingStore>;

export const pairingRows = (db: Db) =>
  db
    .selectFrom('pairing')
    .innerJoin('session', 'session.id', 'pairing.session_id')
    .innerJoin('user', 'user.id', 'pairing.user_id')
    .selectAll('pairing')
    .select([
      'session.title',
      'session.language',
      'user.locked',
      // Not with "in (…, …)": for that SQLite makes a table at each call, which takes longer than all the rest.
      sql<0 | 1>`(exists (select 1 from account_sign_in where account_sign_in.id = pairing.desktop_sign_in)
        or exists (select 1 from account_sign_in where account_sign_in.id = pairing.phone_sign_in))`.as(
        'is_signed_in',
      ),
      sql<0 | 1>`exists (select 1 from audio
        where audio.session_id = coalesce(pairing.recording_id, pairing.session_id))`.as('has_audio'),
      sql<0 | 1>`pairing.is_quick = 1
        and (not exists (select 1 from audio where audio.session_id = pairing.session_id)
          or exists (select 1 from upload where upload.pairing_id = pairing.id
            and not exists (select 1 from audio where audio.session_id = upload.session_id))
          or exists (select 1 from phone_session where phone_session.pairing_id = pairing.id
            and not exists (select 1 from audio where audio.session_id = phone_session.session_id)))`.as(
        'is_unsent',
      ),
    ]);

/** Who calls: a person, or a guest, of whom only the host is known (`userId` is null). */
export type Caller = { host: string; userId: string | null };

/** True for the pairings that a caller may find: a person their own, a guest all of the host. */
export function isOfCaller({ host, userId }: Caller) {
  const eb = expressionBuilder<Schema, 'pairing'>();
  const isOfHost = eb('pairing.host', '=', host);
  return userId === null ? isOfHost : isOfHost.and('pairing.user_id', '=', userId);
}

/** True for the pairings into whose session, or the one that follows it, a phone records. */
function isOfSession(sessionId: string) {
  const eb = expressionBuilder<Schema, 'pairing'>();
  return eb.or([eb('pairing.session_id', '=', sessionId), eb('pairing.recording_id', '=', sessionId)]);
}

/**
 * What became of a new pairing. `stored`, with the ids of those that lived and that it replaced; `connected`: a phone is connected with the
 * session, by the pairing with this id; `gone`: the session is gone.
 */
type Replaced = { is: 'stored'; replaced: string[] } | { is: 'connected'; id: string } | { is: 'gone' };

/** The table of pairings. Queries with an owner are bound to host and person. */
export const createPairingStore = (db: Db) => ({
  ...createReads(db),
  ...createStart(db),
  ...createSteps(db),
  ...createEnds(db),
});

const createReads = (db: Db) => ({
  find: ({ host, userId }: Owner, id: string): Promise<PairingRow | undefined> =>
    pairingRows(db)
      .where('pairing.id', '=', fixedPlan(id))
      .where('pairing.host', '=', fixedPlan(host))
      .where('pairing.user_id', '=', fixedPlan(userId))
      .executeTakeFirst(),

  /** True if there is a pairing with this id, of anybody. */
  isThere: async (id: string): Promise<boolean> =>
    (await db.selectFrom('pairing').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

  /** Returns the pairing whose code can be used. */
  findByCode: (by: Caller, codeHash: string, nowMs: number): Promise<PairingRow | undefined> =>
    pairingRows(db)
      .where('pairing.code_hash', '=', codeHash)
      .where(isOfCaller(by))
      .where('pairing.state', '=', 'preparing')
      .where('pairing.ended', 'is', null)
      .where('pairing.expires_at', '>', nowMs)
      .executeTakeFirst(),

  /** Returns the pairing that a phone with a claim of its own has joined by this code. */
  findJoined: (by: Caller, id: string, codeHash: string): Promise<PairingRow | undefined> =>
    pairingRows(db)
      .where('pairing.id', '=', id)
      .where(isOfCaller(by))
      .where('pairing.is_quick', '=', by.userId === null ? 1 : 0)
      .where('pairing.code_hash', '=', codeHash)
      .where('pairing.state', '<>', 'preparing')
      .where('pairing.ended', 'is', null)
      .executeTakeFirst(),

  /** Returns the living pairings into whose session, or the one that follows it, a phone records. */
  livingOf: (sessionId: string): Promise<PairingRow[]> =>
    pairingRows(db).where(isOfSession(sessionId)).where('pairing.ended', 'is', null).execute(),

  /** Returns the connected pairings of a person, in the order of their expiry. */
  connectedOf: ({ host, userId }: Owner): Promise<PairingRow[]> =>
    pairingRows(db)
      .where('pairing.host', '=', host)
      .where('pairing.user_id', '=', userId)
      .where('pairing.state', '=', 'connected')
      .where('pairing.ended', 'is', null)
      .orderBy('pairing.expires_at')
      .execute(),
});

/**
 * Ends the oldest pairings of a person who has too many for one more. A connected one is not ended, because its phone may record.
 * Returns their ids.
 */
async function replaceOldest(trx: Db, row: Insertable<PairingTable>): Promise<string[]> {
  const others = await trx
    .selectFrom('pairing')
    .select('id')
    .where('host', '=', row.host)
    .where('user_id', '=', row.user_id)
    .where('state', '<>', 'connected')
    .where('ended', 'is', null)
    // A pairing at which nobody has looked since its expiry does not count.
    .where('expires_at', '>', row.created_at)
    .orderBy('created_at', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .execute();
  const ids = others.slice(mostOpen - 1).map(({ id }) => id);
  if (ids.length > 0)
    await trx.updateTable('pairing').set(over('replaced', row.created_at)).where('id', 'in', ids).execute();
  return ids;
}

const createStart = (db: Db) => ({
  /**
   * Stores a new pairing in place of the earlier ones of its session, and of the oldest ones of a person who has many. If a phone is
   * connected with the session, nothing is changed, unless `endsConnected`.
   */
  replace: (
    row: Insertable<PairingTable>,
    { endsConnected }: { endsConnected: boolean },
  ): Promise<Replaced> =>
    db.transaction().execute(async (trx) => {
      const session = await trx
        .selectFrom('session')
        .select('id')
        .where('id', '=', row.session_id)
        .executeTakeFirst();
      if (!session) return { is: 'gone' };
      const connected = await trx
        .selectFrom('pairing')
        .select('id')
        .where(isOfSession(row.session_id))
        .where('state', '=', 'connected')
        .where('ended', 'is', null)
        .where('expires_at', '>', row.created_at)
        .executeTakeFirst();
      if (connected && !endsConnected) return { is: 'connected', id: connected.id };
      const former = await trx
        .updateTable('pairing')
        .set(over('replaced', row.created_at))
        .where(isOfSession(row.session_id))
        .where('ended', 'is', null)
        .returning('id')
        .execute();
      const ids = await replaceOldest(trx, row);
      await trx.insertInto('pairing').values(row).execute();
      return { is: 'stored', replaced: [...former.map(({ id }) => id), ...ids] };
    }),
});

const createSteps = (db: Db) => ({
  /**
   * Lets a phone join and uses the code up, in one statement, so that one of several calls succeeds. The code is deleted unless the phone
   * `mayRepeat` its call. Returns the id of the person whose pairing it is; null for the other calls.
   */
  async activate(
    by: Caller,
    { id, codeHash, nowMs, mayRepeat }: { id: string; codeHash: string; nowMs: number; mayRepeat: boolean },
    phone: Pick<PairingRow, 'claim_hash' | 'verification_code' | 'device' | 'phone_sign_in'>,
  ): Promise<string | null> {
    const joined = await db
      .updateTable('pairing')
      .set({
        ...phone,
        state: 'waiting',
        code_hash: mayRepeat ? codeHash : null,
        is_quick: by.userId === null ? 1 : 0,
      })
      .where('id', '=', id)
      .where(isOfCaller(by))
      .where('code_hash', '=', codeHash)
      .where('state', '=', 'preparing')
      .where('ended', 'is', null)
      .where('expires_at', '>', nowMs)
      .returning('user_id')
      .executeTakeFirst();
    return joined?.user_id ?? null;
  },

  /** Connects the pairing if it waits with this verification code. Otherwise it stays as it is. */
  async confirm(
    id: string,
    { code, nowMs, expiresAtMs }: { code: string; nowMs: number; expiresAtMs: number },
  ): Promise<void> {
    await db
      .updateTable('pairing')
      .set({ state: 'connected', expires_at: expiresAtMs })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('verification_code', '=', code)
      .where('ended', 'is', null)
      .where('expires_at', '>', nowMs)
      .execute();
  },

  /** Notes the session that the phone records now; null: that of the pairing. */
  async setRecording(id: string, sessionId: string | null): Promise<void> {
    await db.updateTable('pairing').set({ recording_id: sessionId }).where('id', '=', id).execute();
  },
});

const createEnds = (db: Db) => ({
  /**
   * Ends a pairing. Returns false if the pairing was over already, if `why` is `finished` and the phone records another session than
   * the row says, or if the pairing is connected and `unlessConnected`.
   */
  async end(
    { id, recording_id: recordingId }: Pick<PairingRow, 'id' | 'recording_id'>,
    why: PairingEnd,
    nowMs: number,
    { unlessConnected = false } = {},
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('pairing')
      .set(over(why, nowMs))
      .where('id', '=', id)
      .$if(why === 'finished', (some) => some.where('recording_id', 'is', recordingId))
      .$if(unlessConnected, (some) => some.where('state', '<>', 'connected'))
      .where('ended', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /**
   * Deletes pairings that were over before this time, ms since the epoch, and kept tokens of deleted pairings that were over before it.
   * Returns the number of deleted pairings.
   */
  async removeEndedBefore(ms: number): Promise<number> {
    await db.deleteFrom('gone_phone_token').where('ended_at', '<', ms).execute();
    const { numDeletedRows } = await db
      .deleteFrom('pairing')
      .where((eb) => eb.or([eb('ended_at', '<', ms), eb('expires_at', '<', ms)]))
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});

/** Columns of a pairing that ends. Code and verification code are deleted. */
const over = (why: PairingEnd, nowMs: number) => ({
  ended: why,
  ended_at: nowMs,
  code_hash: null,
  verification_code: null,
});
