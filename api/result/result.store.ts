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
/** What a session is now, to tell whether a result is older. */
export type Current = Pick<MadeFrom, 'transcript' | 'edits' | 'notes'> & {
  /** Revs of the host's options by label; what is not in it is not compared. */
  options: ReadonlyMap<string, number>;
};

export type ResultStore = ReturnType<typeof createResultStore>;

/** The last version before that came to a result, 0: none. */
const previous = sql<number>`(
  select coalesce(max(f.version), 0) from result as f
  where f.session_id = r.session_id and f.label = r.label and f.version < r.version and f.state = 'done')`.as(
  'previous',
);

/** Results in SQL; the caller has checked whose session it is. */
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
    /** Of one session, in the order they were made. */
    newestOf: (sessionId: string): Promise<(ResultRow & Former)[]> =>
      newest([sessionId]).selectAll('r').select(previous).execute(),

    /** Of the sessions of a list, without texts. */
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

/** Whether anything has changed since that a result was made from. 0 as an option's rev: it has none. */
function isStale(label: string, madeFrom: MadeFrom, { transcript, edits, notes, options }: Current): boolean {
  const option = options.get(label);
  // each of them that is taken is an edit
  if (label === correctionsLabel) return madeFrom.transcript !== transcript;
  return (
    madeFrom.transcript !== transcript ||
    madeFrom.edits !== edits ||
    madeFrom.notes !== notes ||
    (option !== undefined && madeFrom.option !== 0 && madeFrom.option !== option)
  );
}

/** A row in the form of the contract (§10.11). */
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
    // what failed is to be made again anyway
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
