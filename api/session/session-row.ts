import type { Selectable } from 'kysely';
import type { SessionDraft } from '#api/contract/session.ts';
import type { AudioTable, SessionTable } from '#api/db/schema.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Owner } from '#api/db/owner.ts';
import { foldTitle } from './session.rules.ts';

export type SessionRow = Selectable<SessionTable>;
export type AudioRow = Selectable<AudioTable>;

/** Returns the row. @throws AppError `session.not_found` if there is none */
export function orNotFound(row: SessionRow | undefined): SessionRow {
  if (!row) throw new AppError('session.not_found');
  return row;
}

/**
 * What a session is made from. `follow_ups` are the labels of the options that follow by themselves on its transcript; null if
 * nobody has decided that.
 */
export type NewSession = SessionDraft & { follow_ups?: readonly string[] | null };

/** Returns the row of a new session. `integrationInfo` is JSON; null if the client sent none. */
export const newSessionRow = (
  { host, userId }: Owner,
  draft: NewSession,
  { nowMs, integrationInfo }: { nowMs: number; integrationInfo: string | null },
): SessionRow => ({
  id: newId(),
  host,
  user_id: userId,
  title: draft.title,
  title_folded: foldTitle(draft.title),
  language: draft.language,
  participants: draft.participants,
  fhir_patient_id: draft.fhir_patient_id,
  settings: JSON.stringify(draft.settings),
  follow_ups: draft.follow_ups ? JSON.stringify(draft.follow_ups) : null,
  integration_info: integrationInfo,
  visibility: 'private',
  status: 'new',
  reason: null,
  notice: null,
  duration: 0,
  mode: null,
  started_at: null,
  processing_start: null,
  speech: null,
  verdict: null,
  markers: '[]',
  timemap: null,
  notes: '',
  notes_rev: 0,
  notes_actor: null,
  edits_rev: 0,
  last_version: 0,
  rev: 1,
  created_at: nowMs,
  audio_at: null,
  thumbnail: null,
  creation_key: null,
  creation_digest: null,
});
