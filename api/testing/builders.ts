import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { DomainTable, ResultTable, SessionTable, UserTable } from '#api/db/schema.ts';
import { newId } from '#api/lib/id.ts';
import { resultWork } from '#api/result/result-work.store.ts';
import { foldTitle } from '#api/session/session.rules.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';

export type UserRow = Selectable<UserTable>;

/** The host to which `app.request('/…')` is addressed. */
export const testHost = 'localhost';
export const testIssuer = 'http://localhost/oidc';
const builtAtMs = Date.UTC(2026, 10, 20, 9);

export const ownerOf = (user: Pick<UserRow, 'host' | 'id'>): Owner => ({ host: user.host, userId: user.id });

/** Stores a person with an account at the identity provider of the test. */
export function buildUser(db: Db, fields: Partial<Insertable<UserTable>> = {}): Promise<UserRow> {
  const id = newId();
  return db
    .insertInto('user')
    .values({
      id,
      host: testHost,
      issuer: testIssuer,
      sub: `sub-${id}`,
      username: 'petra',
      email: `petra-${id}@example.org`,
      first_name: 'Petra',
      last_name: 'Muster',
      config: '{}',
      created_at: builtAtMs,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the row of a host. Its key is the host unless the fields say otherwise. */
export const buildDomain = (
  db: Db,
  fields: Partial<Insertable<DomainTable>> & { host: string },
): Promise<Selectable<DomainTable>> =>
  db
    .insertInto('domain')
    .values({ key: fields.host, created_at: builtAtMs, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Stores a new session of a person. It has no audio unless the fields say otherwise. */
export function buildSession(
  db: Db,
  owner: Owner,
  fields: Partial<Insertable<SessionTable>> = {},
): Promise<SessionRow> {
  const title = fields.title ?? 'Sitzung';
  return db
    .insertInto('session')
    .values({
      id: newId(),
      host: owner.host,
      user_id: owner.userId,
      title,
      title_folded: foldTitle(title),
      language: 'de',
      status: 'new',
      created_at: builtAtMs,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the next version of a result. It is done unless the fields say otherwise. */
export async function buildResult(
  db: Db,
  sessionId: string,
  label: string,
  fields: Partial<Insertable<ResultTable>> = {},
): Promise<void> {
  await resultWork.add(db, sessionId, label, {
    state: 'done',
    created_at: builtAtMs,
    text: `## ${label}`,
    engine: 'extract',
    made_from: JSON.stringify({ transcript: 1, edits: 0, notes: 0, option: 0 }),
    ...fields,
  });
}
