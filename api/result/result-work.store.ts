import { sql, type Insertable, type Selectable } from 'kysely';
import type { ResultErrorCode } from '#api/contract/errors.ts';
import type { SessionResult } from '#api/contract/session.ts';
import type { CorrectionKind } from '#api/correction/corrector.ts';
import type { By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { ResultTable } from '#api/db/schema.ts';
import type { MadeText } from '#api/engines/text/text-engine.ts';

type WrittenResult = Exclude<SessionResult, false>;
export type MadeFrom = WrittenResult['made_from'];
export type ResultRow = Selectable<ResultTable>;

/** Parameters of a request, which are stored for a retry. `kinds`: kinds of corrections. */
export type Asked = { prompt?: string; hints?: string; kinds?: readonly CorrectionKind[] };

/** A requested result. `engine` and `model` are those that are expected to make it. */
export type WantedResult = {
  label: string;
  engine: WrittenResult['engine'];
  model: string;
  asked: Asked;
  title: string;
  sourceTab: string;
};

export type ResultKey = { sessionId: string; label: string; version: number };

const activeStates = ['pending', 'processing'];
/** `made_from` before the result is begun. */
const notMade = JSON.stringify({ transcript: 0, edits: 0, notes: 0, option: 0 } satisfies MadeFrom);
export const askedOf = ({ asked }: Pick<ResultRow, 'asked'>): Asked => JSON.parse(asked) as Asked;

const find = (trx: Db, { sessionId, label, version }: ResultKey) =>
  trx
    .updateTable('result')
    .where('session_id', '=', sessionId)
    .where('label', '=', label)
    .where('version', '=', version);
/** Increments the revision of the session, so that open pages fetch it again. */
const touch = async (trx: Db, sessionId: string): Promise<void> => {
  await trx
    .updateTable('session')
    .set({ rev: sql<number>`rev + 1` })
    .where('id', '=', sessionId)
    .execute();
};
/** Changes a version that is in one of the states `from`. Returns false if it is in another state or gone. */
const change = async (
  trx: Db,
  key: ResultKey,
  { from, to }: { from: readonly string[]; to: Partial<ResultRow> },
): Promise<boolean> => {
  const { numUpdatedRows } = await find(trx, key).where('state', 'in', from).set(to).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await touch(trx, key.sessionId);
  return true;
};
const toColumns = ({ text, sources }: MadeText) => ({ text, sources: JSON.stringify(sources) });

/**
 * Statements for results from their request to their end. `trx` is the transaction of the caller, who has checked the
 * owner.
 */
export const resultWork = {
  newest: (trx: Db, sessionId: string, label: string): Promise<ResultRow | undefined> =>
    trx
      .selectFrom('result')
      .where('session_id', '=', sessionId)
      .where('label', '=', label)
      .orderBy('version', 'desc')
      .selectAll()
      .executeTakeFirst(),

  newestDone: (trx: Db, sessionId: string, label: string): Promise<ResultRow | undefined> =>
    trx
      .selectFrom('result')
      .where('session_id', '=', sessionId)
      .where('label', '=', label)
      .where('state', '=', 'done')
      .orderBy('version', 'desc')
      .selectAll()
      .executeTakeFirst(),

  async labels(trx: Db, sessionId: string): Promise<Set<string>> {
    const rows = await trx
      .selectFrom('result')
      .where('session_id', '=', sessionId)
      .select('label')
      .distinct()
      .execute();
    return new Set(rows.map(({ label }) => label));
  },

  /** Returns the pending and processing versions, oldest first. */
  active: (trx: Db, sessionId: string): Promise<ResultRow[]> =>
    trx
      .selectFrom('result')
      .where('session_id', '=', sessionId)
      .where('state', 'in', activeStates)
      .orderBy('created_at')
      .orderBy('label')
      .selectAll()
      .execute(),

  /** Adds a pending version. `actor` is who asks for it. Returns its number. */
  request: (trx: Db, sessionId: string, wanted: WantedResult, { actor, nowMs }: By): Promise<number> => {
    const { label, engine, model, asked, title, sourceTab } = wanted;
    return resultWork.add(trx, sessionId, label, {
      state: 'pending',
      engine,
      model,
      title,
      made_from: notMade,
      asked: JSON.stringify(asked),
      source_tab: sourceTab,
      created_at: nowMs,
      actor,
    });
  },

  /** Adds a version to a label. Returns its number. */
  async add(
    trx: Db,
    sessionId: string,
    label: string,
    fields: Omit<Insertable<ResultTable>, 'session_id' | 'label' | 'version'>,
  ): Promise<number> {
    const { version } = await trx
      .insertInto('result')
      .values((eb) => ({
        ...fields,
        session_id: sessionId,
        label,
        version: eb
          .selectFrom('result')
          .where('session_id', '=', sessionId)
          .where('label', '=', label)
          .select(sql<number>`coalesce(max(version), 0) + 1`.as('next'))
          .$asScalar(),
      }))
      .returning('version')
      .executeTakeFirstOrThrow();
    await touch(trx, sessionId);
    return version;
  },

  /** Changes the parameters of a pending version. */
  ask: (trx: Db, key: ResultKey, asked: Asked): Promise<boolean> =>
    change(trx, key, { from: ['pending'], to: { asked: JSON.stringify(asked) } }),

  /** Marks a version as processing, also after a restart. Returns false if it was withdrawn. */
  begin: (
    trx: Db,
    key: ResultKey,
    made: { madeFrom: MadeFrom } & Pick<WantedResult, 'engine' | 'model'>,
  ): Promise<boolean> =>
    change(trx, key, {
      from: activeStates,
      to: {
        state: 'processing',
        error: null,
        notice: null,
        engine: made.engine,
        model: made.model,
        made_from: JSON.stringify(made.madeFrom),
        ...toColumns({ text: '', sources: [] }),
      },
    }),

  /** Stores the whole text so far. */
  write: (trx: Db, key: ResultKey, made: MadeText): Promise<boolean> =>
    change(trx, key, { from: ['processing'], to: toColumns(made) }),

  finish: (
    trx: Db,
    key: ResultKey,
    /** `by`: the engine that made the result, if it differs from the one that `begin` has stored. */
    made: MadeText & { notice: 'nothing_to_process' | null; by?: Pick<WantedResult, 'engine' | 'model'> },
  ): Promise<boolean> =>
    change(trx, key, {
      from: ['processing'],
      to: { ...toColumns(made), ...made.by, state: 'done', notice: made.notice },
    }),

  fail: (trx: Db, key: ResultKey, error: ResultErrorCode): Promise<boolean> =>
    change(trx, key, { from: activeStates, to: { state: 'failed', error } }),

  /** Deletes a version, so that the previous one is shown again. */
  async remove(trx: Db, { sessionId, label, version }: ResultKey): Promise<void> {
    await trx
      .deleteFrom('result')
      .where('session_id', '=', sessionId)
      .where('label', '=', label)
      .where('version', '=', version)
      .execute();
    await touch(trx, sessionId);
  },
};

export const keyOf = ({ session_id: sessionId, label, version }: ResultRow): ResultKey => ({
  sessionId,
  label,
  version,
});
