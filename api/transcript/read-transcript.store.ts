import type { Selectable } from 'kysely';
import type { EditOp } from '#api/contract/edits.ts';
import { applyValid } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import { markDraft, withDraft } from './draft.rules.ts';
import { editedTexts } from './edited-texts.ts';
import type { Db } from '#api/db/open.ts';
import type { SegmentTable, TranscriptTable } from '#api/db/schema.ts';

export type TranscriptRow = Selectable<TranscriptTable>;

export const versionRows = (db: Db, sessionId: string): Promise<TranscriptRow[]> =>
  db
    .selectFrom('transcript')
    .where('session_id', '=', sessionId)
    .orderBy('version', 'desc')
    .selectAll()
    .execute();

/** Returns the draft of a session; undefined if it has none. A session has one draft at most. */
export const draftRow = (rows: readonly TranscriptRow[]): TranscriptRow | undefined =>
  rows.find(({ engine }) => isDraftEngine(engine));

/**
 * Returns the version that is read and edited: the newest complete one. If there is none, it is the newest transcription
 * that has any text, else the draft. `rows` must be sorted, newest first.
 */
export async function shownRow(db: Db, rows: readonly TranscriptRow[]): Promise<TranscriptRow | undefined> {
  const whole = rows.find(({ partial }) => partial === 0);
  if (whole) return whole;
  // A draft may have come after the transcription began, so its version may be higher.
  const draft = draftRow(rows);
  for (const row of [...rows.filter((each) => each !== draft), ...(draft ? [draft] : [])]) {
    const segment = await segmentsOf(db, row).select('seq').limit(1).executeTakeFirst();
    if (segment) return row;
  }
  return rows[0];
}

export const segmentsOf = (db: Db, { session_id: sessionId, version }: TranscriptRow) =>
  db.selectFrom('segment').where('session_id', '=', sessionId).where('version', '=', version).orderBy('seq');

/** Reads the shown version, and the draft that continues it as long as it is not complete. */
export async function readWithDraft(
  rows: readonly TranscriptRow[],
  shown: TranscriptRow,
  read: (row: TranscriptRow) => Promise<Transcript>,
): Promise<Transcript> {
  const transcript = await read(shown);
  const draft = draftRow(rows);
  if (!draft || shown.partial === 0) return transcript;
  if (draft === shown) return markDraft(transcript, draft.model);
  return withDraft(transcript, markDraft(await read(draft), draft.model));
}

/** Reads a version as the engine wrote it. */
export async function readMachine(db: Db, row: TranscriptRow): Promise<Transcript> {
  return rowToTranscript(row, (await segmentsOf(db, row).selectAll().execute()).map(rowToSegment));
}

export async function readOps(
  db: Db,
  { session_id: sessionId, version }: Pick<TranscriptRow, 'session_id' | 'version'>,
  untilRev = Number.MAX_SAFE_INTEGER,
): Promise<EditOp[]> {
  const rows = await db
    .selectFrom('edit')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .where('rev', '<=', untilRev)
    .orderBy('rev')
    .select('op')
    .execute();
  return rows.map(({ op }) => JSON.parse(op) as EditOp);
}

const placeOf = (row: TranscriptRow, edits: number) => ({
  sessionId: row.session_id,
  version: row.version,
  createdAt: row.created_at,
  edits,
});

const editsOf = async (db: Db, sessionId: string): Promise<number> =>
  (await db.selectFrom('session').where('id', '=', sessionId).select('edits_rev').executeTakeFirst())
    ?.edits_rev ?? 0;

/** Reads a version with its edits. */
export async function readEdited(db: Db, row: TranscriptRow): Promise<Transcript> {
  const edits = row.partial === 0 ? await editsOf(db, row.session_id) : 0;
  const known = edits > 0 ? editedTexts.find(placeOf(row, edits)) : undefined;
  if (known) return known;
  const [machine, ops] = [await readMachine(db, row), await readOps(db, row)];
  if (ops.length === 0) return machine;
  const { transcript } = applyValid(machine, ops);
  if (edits > 0) editedTexts.put(placeOf(row, edits), transcript);
  return transcript;
}

/**
 * Prepares the text that `readEdited` needs in a transaction. It runs before the transaction, in small steps, because other
 * requests wait for a transaction.
 * @throws the signal's reason
 */
export async function prepareEdited(db: Db, sessionId: string, signal?: AbortSignal): Promise<void> {
  const edits = await editsOf(db, sessionId);
  if (edits === 0) return;
  const row = (await versionRows(db, sessionId)).find(({ partial }) => partial === 0);
  if (!row || editedTexts.find(placeOf(row, edits))) return;
  const read = () =>
    db.transaction().execute(async (trx) => ({
      machine: await readMachine(trx, row),
      ops: await readOps(trx, row, edits),
    }));
  await editedTexts.make(placeOf(row, edits), read, signal);
}

export const rowToSegment = (row: Selectable<SegmentTable>): Segment => ({
  id: row.id,
  speaker: row.speaker,
  start: row.start,
  end: row.end,
  text: row.text,
  words: JSON.parse(row.words) as Segment['words'],
  doubt: row.doubt as Segment['doubt'],
});

export const rowToTranscript = (row: TranscriptRow, segments: Segment[]): Transcript => ({
  version: row.version,
  engine: row.engine,
  partial: row.partial === 1,
  speakers: JSON.parse(row.speakers) as Transcript['speakers'],
  segments,
  unapplied: JSON.parse(row.unapplied) as Transcript['unapplied'],
});
