import type { Transcript, TranscriptVersion } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { readEdited, readMachine, readWithDraft, shownRow, versionRows } from './read-transcript.store.ts';
import { createVersionStore } from './version.store.ts';

export type TranscriptStore = ReturnType<typeof createTranscriptStore>;

/** Reads and writes transcripts. The caller has checked the owner. */
export function createTranscriptStore(db: Db, clock: Clock) {
  return {
    ...createVersionStore(db, clock),

    /**
     * Returns the transcript to show: the newest complete version with its edits. If there is none, it is the partial version,
     * continued by a draft. Returns null if the session has no version.
     */
    async latest(sessionId: string): Promise<Transcript | null> {
      const rows = await versionRows(db, sessionId);
      const shown = await shownRow(db, rows);
      return shown ? readWithDraft(rows, shown, (row) => readEdited(db, row)) : null;
    },

    /** Returns the versions of engines, newest first. */
    async versions(sessionId: string): Promise<TranscriptVersion[]> {
      const rows = await db
        .selectFrom('transcript as t')
        .where('t.session_id', '=', sessionId)
        .orderBy('t.version', 'desc')
        .select((eb) => [
          't.version',
          't.engine',
          't.model',
          't.language',
          't.created_at',
          't.partial',
          eb
            .selectFrom('segment as s')
            .whereRef('s.session_id', '=', 't.session_id')
            .whereRef('s.version', '=', 't.version')
            .select((of) => of.fn.countAll<number>().as('count'))
            .as('segments'),
        ])
        .execute();
      return rows.map((row) => ({
        ...row,
        created_at: isoTime(row.created_at),
        partial: row.partial === 1,
        segments: row.segments ?? 0,
      }));
    },

    /** Returns one version as the engine wrote it, without edits; null if there is no such version. */
    async machine(sessionId: string, version: number): Promise<Transcript | null> {
      const row = (await versionRows(db, sessionId)).find((each) => each.version === version);
      return row ? readMachine(db, row) : null;
    },

    async hasWhole(sessionId: string): Promise<boolean> {
      const row = await db
        .selectFrom('transcript')
        .where('session_id', '=', sessionId)
        .where('partial', '=', 0)
        .select('version')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Returns the language as engines name it: Swiss German is German. */
export const languageOf = (language: string): string => language.split('-')[0] ?? language;
