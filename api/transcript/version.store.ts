import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { Turn } from '#api/engines/diarization/diarizer.ts';
import type { Clock } from '#api/lib/clock.ts';
import { carryInto } from './carry-into.ts';
import { speakersOf } from './draft.rules.ts';

/** Writes the versions of a transcript during its transcription. */
export function createVersionStore(db: Db, clock: Clock) {
  return {
    /** Adds an empty version; returns its number. */
    async begin(sessionId: string, engine: string, language: string): Promise<number> {
      const version = await takeVersion(db, sessionId);
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

    /** Returns the engine that wrote a version; null if there is no such version. */
    async engineOf(sessionId: string, version: number): Promise<string | null> {
      const row = await findVersion(db, sessionId, version).select('engine').executeTakeFirst();
      return row?.engine ?? null;
    },

    /** True if the version is complete. Nothing more is written to a complete version. */
    async isWhole(sessionId: string, version: number): Promise<boolean> {
      return (await findVersion(db, sessionId, version).select('partial').executeTakeFirst())?.partial === 0;
    },

    /** Returns the speaker turns of a version; null if none were stored yet. */
    async turnsOf(sessionId: string, version: number): Promise<Turn[] | null> {
      const row = await findVersion(db, sessionId, version).select('turns').executeTakeFirst();
      return row?.turns ? (JSON.parse(row.turns) as Turn[]) : null;
    },

    async setTurns(sessionId: string, version: number, turns: readonly Turn[]): Promise<void> {
      await changeVersion(db, sessionId, version)
        .set({ turns: JSON.stringify(turns) })
        .execute();
    },

    /** Carries earlier edits over to a version and marks it complete. `alongside` runs in the same transaction. */
    async finish(sessionId: string, version: number, alongside?: (trx: Db) => Promise<void>): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await carryInto(trx, sessionId, version, clock.now());
        await changeVersion(trx, sessionId, version).set({ partial: 0 }).execute();
        await alongside?.(trx);
      });
    },
  };
}

const findVersion = (db: Db, sessionId: string, version: number) =>
  db.selectFrom('transcript').where('session_id', '=', sessionId).where('version', '=', version);

const changeVersion = (db: Db, sessionId: string, version: number) =>
  db.updateTable('transcript').where('session_id', '=', sessionId).where('version', '=', version);

/**
 * Takes the next number for a version of a transcript. One statement does it, so that no other call takes the same number. The
 * number is higher than those of all former versions, also of removed ones: an edit belongs to a version by its number.
 */
export async function takeVersion(db: Db, sessionId: string): Promise<number> {
  const { last_version: taken } = await db
    .updateTable('session')
    .set(({ fn, selectFrom, eb, val }) => {
      const stored = selectFrom('transcript')
        .where('session_id', '=', sessionId)
        .select((of) => fn.coalesce(of.fn.max('version'), val(0)).as('last'));
      return { last_version: eb(fn<number>('max', ['last_version', stored]), '+', 1) };
    })
    .where('id', '=', sessionId)
    .returning('last_version')
    .executeTakeFirstOrThrow();
  return taken;
}

// A statement binds at most 32,766 values (SQLite, limits), nine for a segment.
const segmentsPerInsert = 2_000;

export async function insertSegments(
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

/** Adds the speakers that are new in these segments, without a name. */
async function addSpeakers(trx: Db, sessionId: string, version: number, segments: readonly Segment[]) {
  const row = findVersion(trx, sessionId, version).select('speakers');
  const known = JSON.parse((await row.executeTakeFirstOrThrow()).speakers) as Transcript['speakers'];
  const speakers = { ...speakersOf(segments), ...known };
  if (Object.keys(speakers).length === Object.keys(known).length) return;
  await changeVersion(trx, sessionId, version)
    .set({ speakers: JSON.stringify(speakers) })
    .execute();
}
