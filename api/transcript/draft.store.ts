import type { Draft } from '#api/contract/draft.ts';
import type { Db } from '#api/db/open.ts';
import { draftToSegments, speakersOf } from './draft.rules.ts';
import { draftRow, versionRows } from './read-transcript.store.ts';
import { languageOf } from './transcript.store.ts';
import { insertSegments, takeVersion } from './version.store.ts';

type DraftSession = { id: string; language: string };

/**
 * Makes a draft that is put the draft of a session, in the caller's transaction; a draft without text removes the former one.
 * Returns false if the draft is closed: there is a complete version, the former draft came with the recording, or a person has
 * edited it.
 */
export const putDraft = (trx: Db, session: DraftSession, draft: Draft, nowMs: number): Promise<boolean> =>
  replaceDraft(trx, session, draft, { nowMs, closed: 0 });

/**
 * Takes the whole draft that came with a recording, in the caller's transaction. It replaces the draft that was put before, and
 * no other replaces it. Returns false if it has no text, or if the draft is closed.
 */
export async function takeDraft(
  trx: Db,
  session: DraftSession,
  draft: Draft,
  nowMs: number,
): Promise<boolean> {
  return hasText(draft) && replaceDraft(trx, session, draft, { nowMs, closed: 1 });
}

async function replaceDraft(
  trx: Db,
  { id, language }: DraftSession,
  draft: Draft,
  { nowMs, closed }: { nowMs: number; closed: 0 | 1 },
): Promise<boolean> {
  const rows = await versionRows(trx, id);
  if (rows.some(({ partial }) => partial === 0)) return false;
  const former = draftRow(rows);
  if (former && (former.closed === 1 || (await isEdited(trx, id, former.version)))) return false;
  const place = trx.deleteFrom('transcript').where('session_id', '=', id);
  if (former) await place.where('version', '=', former.version).execute();
  const segments = draftToSegments(draft);
  if (segments.length === 0) return true;
  // A new number: an edit of the former draft must not be applied to this one.
  const version = await takeVersion(trx, id);
  const row = {
    session_id: id,
    version,
    engine: draft.engine,
    model: draft.model,
    language: languageOf(draft.language ?? language),
    speakers: JSON.stringify(speakersOf(segments)),
    partial: 1 as const,
    created_at: nowMs,
    closed,
  };
  await trx.insertInto('transcript').values(row).execute();
  await insertSegments(trx, { sessionId: id, version, fromSeq: 0 }, segments);
  return true;
}

const hasText = ({ segments }: Draft): boolean => segments.some(({ text }) => text.trim() !== '');

async function isEdited(trx: Db, sessionId: string, version: number): Promise<boolean> {
  const edit = await trx
    .selectFrom('edit')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .select('rev')
    .limit(1)
    .executeTakeFirst();
  return edit !== undefined;
}
