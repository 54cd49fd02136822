import type { DraftSegment } from '#api/contract/recording.ts';
import type { Segment, Transcript, TranscriptVersion } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { Turn } from '#api/engines/diarization/diarizer.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { draftEngine, draftToSegments, speakersOf, withDraft } from './draft.rules.ts';
import { carryInto } from './carry-into.ts';
import { readEdited, readMachine, shownRow, versionRows } from './read-transcript.store.ts';

export type TranscriptStore = ReturnType<typeof createTranscriptStore>;

/** Transcripts in SQL; the caller has checked the owner. */
export function createTranscriptStore(db: Db, clock: Clock) {
  const change = (trx: Db, sessionId: string, version: number) =>
    trx.updateTable('transcript').where('session_id', '=', sessionId).where('version', '=', version);
  const find = (sessionId: string, version: number) =>
    db.selectFrom('transcript').where('session_id', '=', sessionId).where('version', '=', version);

  return {
    /**
     * The transcript to show: the newest complete version with its edits. Without one: the partial version, continued by a
     * dictation's draft.
     */
    async latest(sessionId: string): Promise<Transcript | null> {
      const rows = await versionRows(db, sessionId);
      const shown = await shownRow(db, rows);
      if (!shown) return null;
      const transcript = await readEdited(db, shown);
      const draft = rows.find(({ engine }) => engine === draftEngine);
      const needsDraft = draft && draft !== shown && shown.partial === 1;
      return needsDraft ? withDraft(transcript, await readEdited(db, draft)) : transcript;
    },

    /** Versions of engines, newest first. */
    async versions(sessionId: string): Promise<TranscriptVersion[]> {
      const rows = await db
        .selectFrom('transcript as t')
        .where('t.session_id', '=', sessionId)
        .orderBy('t.version', 'desc')
        .select((eb) => [
          't.version',
          't.engine',
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

    /** One version as the engine wrote it, without edits. */
    async machine(sessionId: string, version: number): Promise<Transcript | null> {
      const row = (await versionRows(db, sessionId)).find((each) => each.version === version);
      return row ? readMachine(db, row) : null;
    },

    /** Adds an empty version; returns its number. */
    async begin(sessionId: string, engine: string, language: string): Promise<number> {
      const { last } = await db
        .selectFrom('transcript')
        .where('session_id', '=', sessionId)
        .select((eb) => eb.fn.max('version').as('last'))
        .executeTakeFirstOrThrow();
      const version = (last ?? 0) + 1;
      await db
        .insertInto('transcript')
        .values({
          session_id: sessionId,
          version,
          engine,
          language,
          speakers: '{}',
          partial: 1,
          created_at: clock.now(),
        })
        .execute();
      return version;
    },

    /** Replaces the segments from `fromSeq` on, so that a part that is written again after a crash is not doubled. */
    async putSegments(
      sessionId: string,
      version: number,
      fromSeq: number,
      segments: readonly Segment[],
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('segment')
          .where('session_id', '=', sessionId)
          .where('version', '=', version)
          .where('seq', '>=', fromSeq)
          .execute();
        await insertSegments(trx, { sessionId, version, fromSeq }, segments);
        await addSpeakers(trx, sessionId, version, segments);
      });
    },

    /** Engine that wrote a version; null if there is no such version. */
    async engineOf(sessionId: string, version: number): Promise<string | null> {
      const row = await find(sessionId, version).select('engine').executeTakeFirst();
      return row?.engine ?? null;
    },

    /** True if the version is complete; nothing more is written to it. */
    async isWhole(sessionId: string, version: number): Promise<boolean> {
      return (await find(sessionId, version).select('partial').executeTakeFirst())?.partial === 0;
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

    /** Null: not searched for yet. */
    async turnsOf(sessionId: string, version: number): Promise<Turn[] | null> {
      const row = await find(sessionId, version).select('turns').executeTakeFirst();
      return row?.turns ? (JSON.parse(row.turns) as Turn[]) : null;
    },

    async setTurns(sessionId: string, version: number, turns: readonly Turn[]): Promise<void> {
      await change(db, sessionId, version)
        .set({ turns: JSON.stringify(turns) })
        .execute();
    },

    /** Marks a version complete and carries over earlier edits; runs `alongside` in the same transaction. */
    async finish(sessionId: string, version: number, alongside?: (trx: Db) => Promise<void>): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await carryInto(trx, sessionId, version, clock.now());
        await change(trx, sessionId, version).set({ partial: 0 }).execute();
        await alongside?.(trx);
      });
    },
  };
}

// A statement binds at most 32,766 values (SQLite, limits), nine for a segment.
const segmentsPerInsert = 2_000;

async function insertSegments(
  db: Db,
  { sessionId, version, fromSeq }: { sessionId: string; version: number; fromSeq: number },
  segments: readonly Segment[],
): Promise<void> {
  for (let from = 0; from < segments.length; from += segmentsPerInsert) {
    const values = segments.slice(from, from + segmentsPerInsert).map(({ words, ...segment }, index) => ({
      ...segment,
      session_id: sessionId,
      version,
      seq: fromSeq + from + index,
      words: JSON.stringify(words),
    }));
    await db.insertInto('segment').values(values).execute();
  }
}

/**
 * Inserts the text of a dictation for a session whose transcription may have begun already, in the caller's transaction. False if
 * the text is empty, or if there is a draft or a whole version.
 */
export async function addDraft(
  trx: Db,
  session: { id: string; language: string },
  draft: readonly DraftSegment[],
  nowMs: number,
): Promise<boolean> {
  const rows = await versionRows(trx, session.id);
  if (rows.some(({ engine, partial }) => engine === draftEngine || partial === 0)) return false;
  return insertDraft(trx, session, draft, nowMs, (rows[0]?.version ?? 0) + 1);
}

/**
 * Inserts the text of a dictation as a version of a session, in the caller's transaction. False if the text is empty.
 */
export async function insertDraft(
  trx: Db,
  session: { id: string; language: string },
  draft: readonly DraftSegment[],
  nowMs: number,
  version = 1,
): Promise<boolean> {
  const segments = draftToSegments(draft);
  if (segments.length === 0) return false;
  const row = {
    session_id: session.id,
    version,
    engine: draftEngine,
    language: languageOf(session.language),
    speakers: JSON.stringify(speakersOf(segments)),
    partial: 1 as const,
    created_at: nowMs,
  };
  await trx.insertInto('transcript').values(row).execute();
  await insertSegments(trx, { sessionId: session.id, version, fromSeq: 0 }, segments);
  return true;
}

/** Language as engines name it: Swiss German is German. */
export const languageOf = (language: string): string => language.split('-')[0] ?? language;

/** Adds the speakers that are new in these segments, without a name. */
async function addSpeakers(trx: Db, sessionId: string, version: number, segments: readonly Segment[]) {
  const row = trx
    .selectFrom('transcript')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .select('speakers');
  const known = JSON.parse((await row.executeTakeFirstOrThrow()).speakers) as Transcript['speakers'];
  const speakers = { ...speakersOf(segments), ...known };
  if (Object.keys(speakers).length === Object.keys(known).length) return;
  await trx
    .updateTable('transcript')
    .set({ speakers: JSON.stringify(speakers) })
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .execute();
}
