import { sql, type Selectable, type Updateable } from 'kysely';
import type { SessionDraft, SessionLanguage } from '#api/contract/session.ts';
import type { AudioTable, SessionTable } from '#api/db/schema.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Owner } from '#api/db/owner.ts';
import { foldTitle } from './session.rules.ts';

export type SessionRow = Selectable<SessionTable>;
export type AudioRow = Selectable<AudioTable>;

/**
 * Columns that may change after creation; `title_folded` follows `title`, `audio_at` the audio, `rev` grows by itself.
 * `changeStatus` changes the status.
 */
export type SessionFields = Omit<
  Updateable<SessionTable>,
  | 'id'
  | 'host'
  | 'user_id'
  | 'title_folded'
  | 'status'
  | 'rev'
  | 'created_at'
  | 'audio_at'
  | 'creation_key'
  | 'creation_digest'
>;

/** Returns the columns of a change, with those that follow. */
export const toChange = (fields: SessionFields) => ({
  ...fields,
  ...(fields.title === undefined ? {} : { title_folded: foldTitle(fields.title) }),
  rev: sql<number>`rev + 1`,
});

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

/** Returns the draft of the session that follows `session`. The title is `title`; all other fields are those of `session`. */
export const followingDraft = (
  { language, participants, fhir_patient_id, settings, follow_ups: followUps }: SessionRow,
  title: string,
): NewSession => ({
  title,
  language: language as SessionLanguage,
  participants,
  fhir_patient_id,
  settings: JSON.parse(settings) as Record<string, unknown>,
  follow_ups: followUps === null ? null : (JSON.parse(followUps) as string[]),
});

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
