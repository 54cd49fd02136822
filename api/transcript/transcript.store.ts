import type { Selectable } from 'kysely';
import type { DraftSegment } from '#api/contract/recording.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { SegmentTable, TranscriptTable } from '#api/db/schema.ts';
import type { Clock } from '#api/lib/clock.ts';
import { draftEngine, draftToSegments, speakersOf, withDraft } from './draft.rules.ts';

type TranscriptRow = Selectable<TranscriptTable>;
type SegmentRow = Selectable<SegmentTable>;

export type TranscriptStore = ReturnType<typeof createTranscriptStore>;

/** Transcripts in SQL; the caller has checked whose session it is. */
export function createTranscriptStore(db: Db, clock: Clock) {
  const versionRow = (sessionId: string, version: number) =>
    db.updateTable('transcript').where('session_id', '=', sessionId).where('version', '=', version);

  const segmentsOf = ({ session_id: sessionId, version }: TranscriptRow): Promise<SegmentRow[]> =>
    db
      .selectFrom('segment')
      .where('session_id', '=', sessionId)
      .where('version', '=', version)
      .orderBy('seq')
      .selectAll()
      .execute();

  return {
    /** What there is to read: the newest version, with a dictation's draft where it has not come to yet. */
    async latest(sessionId: string): Promise<Transcript | null> {
      const rows = await db
        .selectFrom('transcript')
        .where('session_id', '=', sessionId)
        .orderBy('version', 'desc')
        .selectAll()
        .execute();
      const [newest] = rows;
      if (!newest) return null;
      const read = async (row: TranscriptRow) => rowToTranscript(row, await segmentsOf(row));
      const draft = rows.find(({ engine }) => engine === draftEngine);
      const isAllPartial = rows.every(({ partial }) => partial === 1);
      const transcript = await read(newest);
      const needsDraft = draft && draft !== newest && isAllPartial;
      return needsDraft ? withDraft(transcript, await read(draft)) : transcript;
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
        await insertSegments(trx, { sessionId, version, fromSeq }, segments);
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

const rowToTranscript = (row: TranscriptRow, segments: SegmentRow[]): Transcript => ({
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
});

// a statement binds at most 32,766 values (SQLite, limits), nine for a segment
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

/** A dictation's text as the first version of a session that gets its audio, in the transaction that does so. */
export async function insertDraft(
  trx: Db,
  session: { id: string; language: string },
  draft: readonly DraftSegment[],
  nowMs: number,
): Promise<void> {
  const segments = draftToSegments(draft);
  if (segments.length === 0) return;
  const version = 1;
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
}

/** What an engine calls the language of a session: Swiss German is German. */
const languageOf = (language: string): string => language.split('-')[0] ?? language;
