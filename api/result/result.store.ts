import { sql, type Selectable } from 'kysely';
import { correctionsLabel } from '#api/contract/option.ts';
import type { SessionResult } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import type { ResultTable } from '#api/db/schema.ts';
import { isoTime } from '#api/lib/clock.ts';
import { resultWork } from './result-work.store.ts';

type ResultRow = Selectable<ResultTable>;
type Former = { previous: number };
type MadeFrom = Exclude<SessionResult, false>['made_from'];
/** State of a session, compared to find stale results. */
export type Current = Pick<MadeFrom, 'transcript' | 'edits' | 'notes'> & {
  /** Revs of the host's options by label; options that are missing are not compared. */
  options: ReadonlyMap<string, number>;
};

export type ResultStore = ReturnType<typeof createResultStore>;

/** The last earlier version that was completed, 0 if none. */
const previous = sql<number>`(
  select coalesce(max(f.version), 0) from result as f
  where f.session_id = r.session_id and f.label = r.label and f.version < r.version and f.state = 'done')`.as(
  'previous',
);

/** Results in SQL; the caller has checked the owner. */
export function createResultStore(db: Db) {
  /** The newest version of each label. */
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
    /** Newest versions of one session, in the order they were made. */
    newestOf: (sessionId: string): Promise<(ResultRow & Former)[]> =>
      newest([sessionId]).selectAll('r').select(previous).execute(),

    /** Newest versions of several sessions, without texts. */
    newestWithoutText: (
      sessionIds: readonly string[],
    ): Promise<(Omit<ResultRow, 'text' | 'sources'> & Former)[]> =>
      newest(sessionIds)
        .select(['r.session_id', 'r.label', 'r.version', 'r.state', 'r.engine', 'r.model'])
        .select(['r.made_from', 'r.error', 'r.source_tab', 'r.created_at'])
        .select(['r.asked', 'r.title', 'r.notice'])
        .select(previous)
        .execute(),

    newestOfLabel: (sessionId: string, label: string): Promise<ResultRow | undefined> =>
      resultWork.newest(db, sessionId, label),

    version: (sessionId: string, label: string, version: number): Promise<(ResultRow & Former) | undefined> =>
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

type ShownRow = Omit<ResultRow, 'text' | 'sources'> & Partial<Pick<ResultRow, 'text' | 'sources'>> & Former;

/** Whether the sources of a result have changed. An option's rev of 0 means that it has none. */
function isStale(label: string, madeFrom: MadeFrom, { transcript, edits, notes, options }: Current): boolean {
  const option = options.get(label);
  // Each correction that is taken is an edit.
  if (label === correctionsLabel) return madeFrom.transcript !== transcript;
  return (
    madeFrom.transcript !== transcript ||
    madeFrom.edits !== edits ||
    madeFrom.notes !== notes ||
    (option !== undefined && madeFrom.option !== 0 && madeFrom.option !== option)
  );
}

/** A result as in the contract (§10.11). */
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
    // A failed result is to be made again anyway.
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
