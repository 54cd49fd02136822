import { sql, type Selectable } from 'kysely';
import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { AccountLinkTable } from '#api/db/schema-people.ts';
import { hashOf, newSecret } from '#api/lib/secret-text.ts';
import { linkHoldsMs, type LinkKind } from './link-secret.rules.ts';

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

/**
 * Stores a new link. The former ones of its kind hold until `dropFormerLinks`, because the letter with this one may not arrive.
 * Returns the secret of the link, and when it expires, ms since the epoch.
 */
export async function putLink(
  db: Db,
  { kind, owner, accountId, email, actor, isMailed }: NewLink,
  nowMs: number,
): Promise<{ secret: string; expiresAtMs: number }> {
  const secret = newSecret();
  const expiresAtMs = nowMs + linkHoldsMs[kind];
  await db
    .deleteFrom('account_link')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .where('expires_at', '<=', nowMs)
    .execute();
  await db
    .insertInto('account_link')
    .values({
      hash: hashOf(secret),
      host: owner.host,
      user_id: owner.userId,
      kind,
      account_id: accountId,
      email,
      actor,
      is_mailed: isMailed ? 1 : 0,
      expires_at: expiresAtMs,
    })
    .execute();
  return { secret, expiresAtMs };
}

/** Ends the older links of the same kind and person, when the person has got the link with this secret. */
export const dropFormerLinks = (db: Db, secret: string): Promise<unknown> =>
  sql`delete from account_link where rowid in (
    select former.rowid from account_link as former, account_link as present
    where present.hash = ${hashOf(secret)} and former.rowid < present.rowid
      and former.host = present.host and former.user_id = present.user_id and former.kind = present.kind
  )`.execute(db);

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

/** Ends all links of a person that set a password, because they have set one. */
export async function dropResetLinks(trx: Db, { host, userId }: Owner): Promise<void> {
  await trx
    .deleteFrom('account_link')
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where('kind', '=', 'reset')
    .execute();
}
