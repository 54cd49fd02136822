import { sql, type Selectable } from 'kysely';
import type { DomainRetention } from '#api/contract/domain.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { SessionTable } from '#api/db/schema.ts';
import { expiresBefore, foldTitle } from './session.rules.ts';

/** Columns of a list: without notes, speech and settings. */
export const listColumns = [
  'id',
  'host',
  'user_id',
  'title',
  'created_at',
  'duration',
  'status',
  'reason',
  'participants',
  'language',
  'processing_start',
  'edits_rev',
  'notes_rev',
  'audio_at',
  'thumbnail',
] as const;
export type ListRow = Pick<Selectable<SessionTable>, (typeof listColumns)[number]>;

/**
 * Sessions of a list: their title contains `search`, ignoring case; their audio or content expires within `expiresDays`, by
 * the retention of the host.
 */
export type ListFilter = { search: string; expiresDays: number | undefined; retention: DomainRetention };

/** Largest number of matches that are sorted in memory. */
const maxFew = 1_000;

export async function listRows(
  db: Db,
  owner: Owner,
  { page, limit, ...filter }: ListFilter & { page: number; limit: number },
  nowMs: number,
): Promise<{ rows: ListRow[]; hasMore: boolean }> {
  const from = (page - 1) * limit;
  const few = isFilter(filter) ? await fewPassing(db, owner, filter, nowMs) : null;
  // If many rows match, the index by time is read until the page is full.
  const many = db
    .selectFrom('session')
    .where('host', '=', owner.host)
    .where('user_id', '=', owner.userId)
    .$if(isFilter(filter), (query) => query.where(passes(filter, nowMs, 'session')))
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .offset(from);
  const rows = await db
    .selectFrom('session')
    .where('id', 'in', few?.slice(from, from + limit + 1) ?? many)
    .select(listColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

const isFilter = ({ search, expiresDays }: ListFilter): boolean =>
  foldTitle(search.trim()) !== '' || expiresDays !== undefined;

/** Returns the filter as a condition on columns of `session` or of `search_entry` (`entry`). */
function passes({ search, expiresDays, retention }: ListFilter, nowMs: number, of: 'session' | 'entry') {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const folded = foldTitle(search.trim());
  const title = column(of === 'session' ? 'title_folded' : 'title');
  const before = expiresDays === undefined ? null : expiresBefore(retention, nowMs, expiresDays);
  const hasTitle = folded === '' ? sql<boolean>`true` : sql<boolean>`instr(${title}, ${folded}) > 0`;
  return before === null
    ? hasTitle
    : sql<boolean>`${hasTitle} and
        (${column('audio_at')} < ${before.audioMs} or ${column('created_at')} < ${before.contentMs})`;
}

/** Returns the filter for the full-text search; undefined if all sessions pass it. */
export const filterOf = (filter: ListFilter, nowMs: number) =>
  isFilter(filter) ? { key: JSON.stringify(filter), where: passes(filter, nowMs, 'entry') } : undefined;

/** Returns the ids of the matches, newest first, after reading all entries of the person; null if there are too many. */
async function fewPassing(db: Db, { host, userId }: Owner, filter: ListFilter, nowMs: number) {
  const { rows } = await sql<{ id: string; created_at: number }>`
    select entry.session_id as id, entry.created_at from search_shelf as shelf
    cross join search_entry as entry on entry.no between shelf.id * 4096 and shelf.id * 4096 + 4095
    where shelf.host = ${host} and shelf.user_id = ${userId} and ${passes(filter, nowMs, 'entry')}
    limit ${maxFew + 1}`.execute(db);
  if (rows.length > maxFew) return null;
  return rows.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}
