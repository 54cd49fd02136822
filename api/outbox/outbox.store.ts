import type { By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';

/** What happened to a session. `from` is null for a new session, `to` for a deleted one. It holds no text of people. */
export type SessionEvent = {
  kind: 'session.status' | 'session.deleted';
  owner: Owner;
  sessionId: string;
  payload: { from: string | null; to: string | null; reason: string | null };
};

/** What happened to the second factor of a person. `reset`: a superuser has removed it. `recovery_used`: a code of the list was used. */
export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_renewed'
  | 'off'
  | 'reset'
  | 'recovery_used';

/**
 * What happened to a person. `person.joined`: `owner` has the sign-in of `person_id` now. `person.password_reset`: they have set a
 * new password by a link, which was mailed or was made by the superuser who is the actor. `person.second_factor`: what has changed of
 * their second factor.
 */
export type PersonEvent = { owner: Owner; sessionId: null } & (
  | { kind: 'person.joined'; payload: { person_id: string } }
  | { kind: 'person.password_reset'; payload: { mailed: boolean } }
  | { kind: 'person.second_factor'; payload: { change: FactorChange } }
);

/** Adds a row for those that tell others of a change. `trx` is the transaction of that change. */
export async function addToOutbox(
  trx: Db,
  { kind, owner, sessionId, payload }: SessionEvent | PersonEvent,
  { actor, nowMs }: By,
): Promise<void> {
  const row = { kind, host: owner.host, user_id: owner.userId, session_id: sessionId, actor };
  await trx
    .insertInto('outbox')
    .values({ ...row, payload: JSON.stringify(payload), created_at: nowMs })
    .execute();
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export const createOutboxStore = (db: Db) => ({
  /** Deletes rows from before this time, ms since the epoch. Returns their number. */
  async removeBefore(ms: number): Promise<number> {
    const { numDeletedRows } = await db.deleteFrom('outbox').where('created_at', '<', ms).executeTakeFirst();
    return Number(numDeletedRows);
  },
});
