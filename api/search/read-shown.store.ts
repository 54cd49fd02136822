import { createLenientOverlay } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import {
  draftRow,
  readOps,
  readWithDraft,
  rowToSegment,
  rowToTranscript,
  segmentsOf,
  shownRow,
  versionRows,
  type TranscriptRow,
} from '#api/transcript/read-transcript.store.ts';

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
  // Only a partial version grows and is continued by a draft, so only its stamp needs the number of the last segment and
  // the version of the draft.
  const seq = shown.partial === 1 ? await lastSeqOf(db, shown) : null;
  const draft = shown.partial === 1 ? draftRow(rows) : undefined;
  const stamp = [shown.version, seq, session?.edits_rev, ...(draft ? [draft.version] : [])];
  return { stamp: JSON.stringify(stamp), rows, shown };
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
  const { segments } = await readWithDraft(rows, shown, (row) => readSteps(db, row, pace));
  return segments;
}

async function readSteps(db: Db, row: TranscriptRow, pace: () => Promise<void>): Promise<Transcript> {
  const segments: Segment[] = [];
  for (let after = -1; ;) {
    const read = await segmentsOf(db, row).where('seq', '>', after).limit(rowsAtOnce).selectAll().execute();
    for (const each of read) segments.push(rowToSegment(each));
    after = read.at(-1)?.seq ?? after;
    await pace();
    if (read.length < rowsAtOnce) break;
  }
  const machine = rowToTranscript(row, segments);
  const ops = await readOps(db, row);
  if (ops.length === 0) return machine;
  const overlay = createLenientOverlay(machine);
  for (const op of ops) {
    overlay.apply(op);
    await pace();
  }
  return overlay.result().transcript;
}
