import { sql } from 'kysely';
import type { EditOp } from '#api/contract/edits.ts';
import type { Unapplied } from '#api/contract/transcript.ts';
import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { StoredEdits } from './edit-size.rules.ts';

/** Counts the stored edits of a version and their characters. */
export async function storedEdits(trx: Db, sessionId: string, version: number): Promise<StoredEdits> {
  const { count, characters } = await trx
    .selectFrom('edit')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`sum(length(op))`.as('characters'),
    ])
    .executeTakeFirstOrThrow();
  return { count, characters: characters ?? 0 };
}

/** Returns the edits of a version after a revision, in order, as JSON. */
export const opsAfter = (trx: Db, sessionId: string, version: number, rev: number, limit?: number) =>
  trx
    .selectFrom('edit')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .where('rev', '>', rev)
    .orderBy('rev')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .select('op')
    .execute();

// A statement binds at most 32,766 values (SQLite, limits), six for an edit.
const opsPerInsert = 2_000;

/** Position of new edits: after a revision of a version. */
type Place = { sessionId: string; version: number; afterRev: number };

/** An edit and who made it; null is the owner of the session. */
export type MadeEdit = { op: EditOp; actor: Actor | null };

export async function insertOps(
  trx: Db,
  { sessionId, version, afterRev }: Place,
  edits: readonly MadeEdit[],
  nowMs: number,
): Promise<void> {
  for (let from = 0; from < edits.length; from += opsPerInsert) {
    const values = edits.slice(from, from + opsPerInsert).map(({ op, actor }, index) => ({
      session_id: sessionId,
      rev: afterRev + from + index + 1,
      version,
      op: JSON.stringify(op),
      created_at: nowMs,
      actor,
    }));
    await trx.insertInto('edit').values(values).execute();
  }
}

/** Returns who made the last edit of a version; null is the owner of the session. */
export async function lastEditor(trx: Db, sessionId: string, version: number): Promise<Actor | null> {
  const last = await trx
    .selectFrom('edit')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .orderBy('rev', 'desc')
    .select('actor')
    .limit(1)
    .executeTakeFirst();
  return last?.actor ?? null;
}

export async function setUnapplied(
  trx: Db,
  sessionId: string,
  version: number,
  unapplied: readonly Unapplied[],
): Promise<void> {
  await trx
    .updateTable('transcript')
    .set({ unapplied: JSON.stringify(unapplied) })
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .execute();
}

/** Returns the revision counters of a session: each change of its edits raises `edits_rev`, each change that its page shows `rev`. */
export const revisionsOf = (trx: Db, sessionId: string): Promise<{ edits_rev: number; rev: number }> =>
  trx
    .selectFrom('session')
    .where('id', '=', sessionId)
    .select(['edits_rev', 'rev'])
    .executeTakeFirstOrThrow();

export async function setRevisions(
  trx: Db,
  sessionId: string,
  revisions: { edits_rev: number; rev: number },
): Promise<void> {
  await trx.updateTable('session').set(revisions).where('id', '=', sessionId).execute();
}

/** Returns the names of speakers of a session, from all of its versions, newest first. */
export async function speakerNames(db: Db, sessionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('edit')
    .where('session_id', '=', sessionId)
    .where(sql`json_extract(op, '$.op')`, '=', 'speaker')
    .orderBy('rev')
    .select(['version', 'op'])
    .execute();
  const names = new Map<string, string>();
  for (const { version, op } of rows) {
    const { key, name } = JSON.parse(op) as EditOp & { op: 'speaker' };
    const place = `${version} ${key}`;
    names.delete(place);
    names.set(place, name);
  }
  return [...new Set([...names.values()].toReversed())].filter((name) => name !== '');
}
