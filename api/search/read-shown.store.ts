import type { EditOp } from '#api/contract/edits.ts';
import { createOverlay, EditInvalid } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import { draftEngine, withDraft } from '#api/transcript/draft.rules.ts';
import { readOps, shownRow, versionRows, type TranscriptRow } from '#api/transcript/read-transcript.store.ts';

const rowsAtOnce = 300;

/** The version of the transcript that a session shows. The stamp changes when its words change. */
export type Shown = { stamp: string; rows: TranscriptRow[]; shown: TranscriptRow };

/** Returns the version that a session shows, without reading its text; null if the session has no transcript. */
export async function stampOf(db: Db, sessionId: string): Promise<Shown | null> {
  const rows = await versionRows(db, sessionId);
  const shown = await shownRow(db, rows);
  if (!shown) return null;
  const session = await db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .select('edits_rev')
    .executeTakeFirst();
  // A complete version does not grow.
  const seq = shown.partial === 1 ? await lastSeqOf(db, shown) : null;
  return { stamp: JSON.stringify([shown.version, seq, session?.edits_rev]), rows, shown };
}

async function lastSeqOf(db: Db, { session_id: sessionId, version }: TranscriptRow): Promise<number> {
  const row = await db
    .selectFrom('segment')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? -1;
}

/**
 * Reads the segments that a session shows (`transcripts.latest`), a few at a time: 2:30 h of words and edits would block the
 * event loop. If they change meanwhile, the stamp changes.
 */
export async function readShown(
  db: Db,
  { rows, shown }: Shown,
  pace: () => Promise<void>,
): Promise<Segment[]> {
  const transcript = await readSteps(db, shown, pace);
  const draft = rows.find(({ engine }) => engine === draftEngine);
  const needsDraft = draft && draft !== shown && shown.partial === 1;
  const read = needsDraft ? withDraft(transcript, await readSteps(db, draft, pace)) : transcript;
  return read.segments;
}

async function readSteps(db: Db, row: TranscriptRow, pace: () => Promise<void>): Promise<Transcript> {
  const segments: Segment[] = [];
  for (let after = -1; ;) {
    const read = await db
      .selectFrom('segment')
      .where('session_id', '=', row.session_id)
      .where('version', '=', row.version)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .selectAll()
      .execute();
    for (const { seq, id, speaker, start, end, text, words, doubt } of read) {
      const known = { id, speaker, start, end, text, doubt: doubt as Segment['doubt'] };
      segments.push({ ...known, words: JSON.parse(words) as Segment['words'] });
      after = seq;
    }
    await pace();
    if (read.length < rowsAtOnce) break;
  }
  const unedited: Transcript = {
    version: row.version,
    engine: row.engine,
    partial: row.partial === 1,
    speakers: JSON.parse(row.speakers) as Transcript['speakers'],
    segments,
    unapplied: JSON.parse(row.unapplied) as Transcript['unapplied'],
  };
  const ops: EditOp[] = await readOps(db, row);
  if (ops.length === 0) return unedited;
  const overlay = createOverlay(unedited);
  for (const op of ops) {
    try {
      overlay.apply(op);
    } catch (error) {
      // The edit belongs to a part that is being written again (`applyValid`).
      if (!(error instanceof EditInvalid)) throw error;
    }
    await pace();
  }
  return overlay.transcript();
}
