import { sql } from 'kysely';
import type { SessionResult } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import { isoTime } from '#api/lib/clock.ts';
import { resultWork, type MadeFrom, type ResultRow } from './result-work.store.ts';
import { isStale, type Current } from './stale.rules.ts';

/** `previous`: the last earlier version that was completed, 0 if there is none. */
type WithPrevious = { previous: number };

export type ResultStore = ReturnType<typeof createResultStore>;

const previous = sql<number>`(
  select coalesce(max(f.version), 0) from result as f
  where f.session_id = r.session_id and f.label = r.label and f.version < r.version and f.state = 'done')`.as(
  'previous',
);

/** Reads the results of sessions. The caller has checked their owner. */
export function createResultStore(db: Db) {
  /** Selects the newest version of each label. */
  const newest = (sessionIds: readonly string[]) =>
    db
      .selectFrom('result as r')
      .where('r.session_id', 'in', sessionIds)
      .where('r.version', '=', (eb) =>
        eb
          .selectFrom('result as n')
          .whereRef('n.session_id', '=', 'r.session_id')
          .whereRef('n.label', '=', 'r.label')
          .select((of) => of.fn.max('n.version').as('version')),
      )
      .orderBy('r.created_at')
      .orderBy('r.label');

  return {
    /** Returns the newest version of each result of a session, in the order in which they were requested. */
    newestOf: (sessionId: string): Promise<(ResultRow & WithPrevious)[]> =>
      newest([sessionId]).selectAll('r').select(previous).execute(),

    /** Returns the newest version of each result of several sessions, without texts. */
    newestWithoutText: (
      sessionIds: readonly string[],
    ): Promise<(Omit<ResultRow, 'text' | 'sources'> & WithPrevious)[]> =>
      newest(sessionIds)
        .select(['r.session_id', 'r.label', 'r.version', 'r.state', 'r.engine', 'r.model'])
        .select(['r.made_from', 'r.error', 'r.source_tab', 'r.created_at'])
        .select(['r.asked', 'r.title', 'r.notice', 'r.actor'])
        .select(previous)
        .execute(),

    newestOfLabel: (sessionId: string, label: string): Promise<ResultRow | undefined> =>
      resultWork.newest(db, sessionId, label),

    version: (
      sessionId: string,
      label: string,
      version: number,
    ): Promise<(ResultRow & WithPrevious) | undefined> =>
      db
        .selectFrom('result as r')
        .where('r.session_id', '=', sessionId)
        .where('r.label', '=', label)
        .where('r.version', '=', version)
        .selectAll('r')
        .select(previous)
        .executeTakeFirst(),
  };
}

type ShownRow = Omit<ResultRow, 'text' | 'sources'> &
  Partial<Pick<ResultRow, 'text' | 'sources'>> &
  WithPrevious;

/** Returns a result as in the contract (§10.11); false if it is pending. */
export function rowToResult(row: ShownRow, current: Current): SessionResult {
  if (row.state === 'pending') return false;
  const madeFrom = JSON.parse(row.made_from) as MadeFrom;
  return {
    state: row.state as 'processing' | 'done' | 'failed',
    text: row.text ?? '',
    sources: row.sources ? (JSON.parse(row.sources) as []) : [],
    engine: row.engine as 'extract' | 'llm',
    model: row.model,
    made_from: madeFrom,
    // A failed result must be made again anyway, so it does not count as stale.
    stale: row.state !== 'failed' && isStale(row.label, madeFrom, current),
    error: row.error,
    source_tab: row.source_tab,
    prompt: (JSON.parse(row.asked) as { prompt?: string }).prompt ?? '',
    title: row.title,
    notice: row.notice as 'nothing_to_process' | null,
    version: row.version,
    previous: row.previous,
    created_at: isoTime(row.created_at),
  };
}
