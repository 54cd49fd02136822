import type { Insertable, Selectable } from 'kysely';
import type { Suggestion } from '#api/contract/suggestion.ts';
import { limits } from '#api/contract/limits.ts';
import { correctionsLabel } from '#api/contract/option.ts';
import type { Db } from '#api/db/open.ts';
import type { SuggestionTable } from '#api/db/schema.ts';
import { newId } from '#api/lib/id.ts';
import type { Draft } from './draft.ts';
import { joinDrafts } from './join.rules.ts';

export type SuggestionStore = ReturnType<typeof createSuggestionStore>;

/** A statement binds at most 32,766 values (SQLite, limits), and a suggestion has eleven. */
const rowsPerInsert = 2_000;
/** Number of ids in one statement. It is far below the same limit. */
const idsPerUpdate = 1_000;

type Run = {
  sessionId: string;
  /** Version of the result `corrections`. */
  version: number;
  /** Ids of the segments, in the order of the transcript. */
  order: readonly string[];
};

/** Stores suggested corrections of transcripts. The caller must have checked the owner of the session. */
export function createSuggestionStore(db: Db) {
  return {
    /**
     * Replaces the suggestions of the previous run. Suggestions that the person rejected (state `left`) stay, and the
     * same change at the same segment is not suggested again. Returns how many suggestions are open.
     */
    replace: (run: Run, drafts: readonly Draft[]): Promise<number> =>
      db.transaction().execute((trx) => replaceOpen(trx, run, drafts)),

    /** Lists suggestions in the order of the transcript, including those that were rejected in earlier runs. */
    async list(sessionId: string): Promise<Suggestion[]> {
      const rows = await db
        .selectFrom('suggestion')
        .where('session_id', '=', sessionId)
        .orderBy('at')
        .orderBy('segment')
        .orderBy('start')
        .orderBy('id')
        .selectAll()
        .execute();
      return rows.map(rowToSuggestion);
    },

    /** Returns the latest version of the result `corrections`; 0 if there is none. */
    async version(sessionId: string): Promise<number> {
      const { version } = await db
        .selectFrom('result')
        .where('session_id', '=', sessionId)
        .where('label', '=', correctionsLabel)
        .where('state', '=', 'done')
        .select((eb) => eb.fn.max('version').as('version'))
        .executeTakeFirstOrThrow();
      return version ?? 0;
    },

    /** Sets the state of suggestions and ignores unknown ids. Returns how many have changed. */
    async settle(sessionId: string, ids: readonly string[], state: Suggestion['state']): Promise<number> {
      let changed = 0n;
      for (let from = 0; from < ids.length; from += idsPerUpdate) {
        const { numUpdatedRows } = await db
          .updateTable('suggestion')
          .set({ state })
          .where('session_id', '=', sessionId)
          .where('id', 'in', ids.slice(from, from + idsPerUpdate))
          .where('state', '!=', state)
          .executeTakeFirst();
        changed += numUpdatedRows;
      }
      return Number(changed);
    },
  };
}

async function replaceOpen(
  trx: Db,
  { sessionId, version, order }: Run,
  drafts: readonly Draft[],
): Promise<number> {
  const rejected = await trx
    .selectFrom('suggestion')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'left')
    .selectAll()
    .execute();
  const changes = rejected.map(({ segment, from_text: from, to_text: to }) => ({ segment, from, to }));
  const room = Math.max(0, limits.maxSuggestions - rejected.length);
  const joined = joinDrafts(drafts, order, changes).slice(0, room);
  await trx
    .deleteFrom('suggestion')
    .where('session_id', '=', sessionId)
    .where('state', '!=', 'left')
    .execute();
  const rows = joined.map((draft, index) =>
    draftToRow(draft, { session_id: sessionId, seq: index, version }),
  );
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await trx
      .insertInto('suggestion')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  const segments = new Set(order);
  const gone = rejected.filter(({ segment }) => !segments.has(segment)).map(({ id }) => id);
  for (let from = 0; from < gone.length; from += idsPerUpdate)
    await trx
      .deleteFrom('suggestion')
      .where('session_id', '=', sessionId)
      .where('id', 'in', gone.slice(from, from + idsPerUpdate))
      .execute();
  return rows.length;
}

const draftToRow = (
  draft: Draft,
  place: Pick<Insertable<SuggestionTable>, 'session_id' | 'seq' | 'version'>,
): Insertable<SuggestionTable> => ({
  ...place,
  id: newId(),
  segment: draft.segment,
  at: draft.at,
  start: draft.start,
  from_text: draft.from,
  to_text: draft.to,
  others: JSON.stringify(draft.others),
  kind: draft.kind,
});

const rowToSuggestion = (row: Selectable<SuggestionTable>): Suggestion => ({
  id: row.id,
  segment: row.segment,
  at: row.at,
  start: row.start,
  from: row.from_text,
  to: row.to_text,
  others: JSON.parse(row.others) as string[],
  kind: row.kind as Suggestion['kind'],
  state: row.state as Suggestion['state'],
});
