import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';

export type TranscriptStore = ReturnType<typeof createTranscriptStore>;

/** Transcripts in SQL; the caller has checked whose session it is. */
export function createTranscriptStore(db: Db, clock: Clock) {
  const versionRow = (sessionId: string, version: number) =>
    db.updateTable('transcript').where('session_id', '=', sessionId).where('version', '=', version);

  return {
    /** The newest version, partial or not; null before the first. */
    async latest(sessionId: string): Promise<Transcript | null> {
      const row = await db
        .selectFrom('transcript')
        .where('session_id', '=', sessionId)
        .orderBy('version', 'desc')
        .selectAll()
        .executeTakeFirst();
      if (!row) return null;
      const segments = await db
        .selectFrom('segment')
        .where('session_id', '=', sessionId)
        .where('version', '=', row.version)
        .orderBy('seq')
        .selectAll()
        .execute();
      return {
        version: row.version,
        engine: row.engine,
        partial: row.partial === 1,
        speakers: JSON.parse(row.speakers) as Transcript['speakers'],
        segments: segments.map(({ id, speaker, start, end, text, words, doubt }) => ({
          id,
          speaker,
          start,
          end,
          text,
          words: JSON.parse(words) as Segment['words'],
          doubt,
        })),
      };
    },

    /** A new, empty version; answers its number. */
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

    /** Puts segments at `fromSeq` and drops what stood there: a part that is written again after a crash stands once. */
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
        if (segments.length === 0) return;
        await trx
          .insertInto('segment')
          .values(
            segments.map(({ words, ...segment }, index) => ({
              ...segment,
              session_id: sessionId,
              version,
              seq: fromSeq + index,
              words: JSON.stringify(words),
            })),
          )
          .execute();
      });
    },

    async setSpeakers(sessionId: string, version: number, speakers: Transcript['speakers']): Promise<void> {
      await versionRow(sessionId, version)
        .set({ speakers: JSON.stringify(speakers) })
        .execute();
    },

    async finish(sessionId: string, version: number): Promise<void> {
      await versionRow(sessionId, version).set({ partial: 0 }).execute();
    },
  };
}
