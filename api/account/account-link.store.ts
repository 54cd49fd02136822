import type { Selectable } from 'kysely';
import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { AccountLinkTable } from '#api/db/schema-people.ts';
import { hashOf, linkHoldsMs, newSecret, type LinkKind } from './link-secret.rules.ts';

export type AccountLink = Selectable<AccountLinkTable>;

type NewLink = {
  kind: LinkKind;
  owner: Owner;
  /** The account whose password the link sets. */
  accountId: string | null;
  email: string;
  actor: Actor;
  isMailed: boolean;
};

/** Stores a new link in the place of the former one of its kind. Returns its secret and its end, ms since the epoch. */
export async function putLink(
  db: Db,
  { kind, owner, accountId, email, actor, isMailed }: NewLink,
  nowMs: number,
): Promise<{ secret: string; expiresAtMs: number }> {
  const secret = newSecret();
  const expiresAtMs = nowMs + linkHoldsMs[kind];
  const values = {
    hash: hashOf(secret),
    account_id: accountId,
    email,
    actor,
    is_mailed: isMailed ? (1 as const) : (0 as const),
    expires_at: expiresAtMs,
  };
  await db
    .insertInto('account_link')
    .values({ host: owner.host, user_id: owner.userId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['host', 'user_id', 'kind']).doUpdateSet(values))
    .execute();
  return { secret, expiresAtMs };
}

/** Returns a link that can still be used. */
export const findLink = (
  db: Db,
  kind: LinkKind,
  secret: string,
  nowMs: number,
): Promise<AccountLink | undefined> =>
  db
    .selectFrom('account_link')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();

/** Uses a link up. Returns undefined if it cannot be used, or if another request was faster. */
export const takeLink = (
  trx: Db,
  kind: LinkKind,
  secret: string,
  nowMs: number,
): Promise<AccountLink | undefined> =>
  trx
    .deleteFrom('account_link')
    .where('hash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst();

/** Ends the link of a person that sets a password, because they have set one in another way. */
export async function dropResetLink(trx: Db, { host, userId }: Owner): Promise<void> {
  await trx
    .deleteFrom('account_link')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where('kind', '=', 'reset')
    .execute();
}
