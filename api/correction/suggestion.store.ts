import type { Selectable } from 'kysely';
import type { Suggestion } from '#api/contract/suggestion.ts';
import { limits } from '#api/contract/limits.ts';
import { correctionsLabel } from '#api/contract/option.ts';
import type { Db } from '#api/db/open.ts';
import type { SuggestionTable } from '#api/db/schema.ts';
import { newId } from '#api/lib/id.ts';
import type { Draft } from './draft.ts';
import { joinDrafts } from './join.rules.ts';

export type SuggestionStore = ReturnType<typeof createSuggestionStore>;

// A statement binds at most 32,766 values (SQLite, limits); a suggestion has eleven.
const rowsPerInsert = 2_000;
// Identifiers per statement, far below that limit.
const idsPerUpdate = 1_000;

type Run = {
  sessionId: string;
  /** Version of the result `corrections`. */
  version: number;
  /** Ids of the segments, in the order of the transcript. */
  order: readonly string[];
};

/** The caller must have checked the owner of the session. */
export function createSuggestionStore(db: Db) {
  const of = (on: Db, sessionId: string) => on.selectFrom('suggestion').where('session_id', '=', sessionId);

  return {
    /**
     * Replaces the suggestions of the run before. Rejected ones (state `left`) stay, and the same change at the same
     * segment is not suggested again. Returns how many are open.
     */
    replace: ({ sessionId, version, order }: Run, drafts: readonly Draft[]): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const left = await of(trx, sessionId).where('state', '=', 'left').selectAll().execute();
        const kept = left.map(({ segment, from_text: from, to_text: to }) => ({ segment, from, to }));
        const room = Math.max(0, limits.maxSuggestions - left.length);
        const joined = joinDrafts(drafts, order, kept).slice(0, room);
        await trx
          .deleteFrom('suggestion')
          .where('session_id', '=', sessionId)
          .where('state', '!=', 'left')
          .execute();
        const places = new Map(order.map((id, index) => [id, index]));
        const rows = joined.map((draft, index) => ({
          session_id: sessionId,
          id: newId(),
          seq: index,
          version,
          segment: draft.segment,
          at: draft.at,
          start: draft.start,
          from_text: draft.from,
          to_text: draft.to,
          others: JSON.stringify(draft.others),
          kind: draft.kind,
        }));
        for (let from = 0; from < rows.length; from += rowsPerInsert)
          await trx
            .insertInto('suggestion')
            .values(rows.slice(from, from + rowsPerInsert))
            .execute();
        const gone = left.filter(({ segment }) => !places.has(segment)).map(({ id }) => id);
        for (let from = 0; from < gone.length; from += idsPerUpdate)
          await trx
            .deleteFrom('suggestion')
            .where('session_id', '=', sessionId)
            .where('id', 'in', gone.slice(from, from + idsPerUpdate))
            .execute();
        return rows.length;
      }),

    /** In the order of the transcript, including those rejected in earlier runs. */
    async list(sessionId: string): Promise<Suggestion[]> {
      const rows = await of(db, sessionId)
        .orderBy('at')
        .orderBy('segment')
        .orderBy('start')
        .orderBy('id')
        .selectAll()
        .execute();
      return rows.map(rowToSuggestion);
    },

    /** Latest version of the result `corrections`; 0 if none exists. */
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
