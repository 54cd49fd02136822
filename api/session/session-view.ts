import { createHash } from 'node:crypto';
import type { SessionDetail, SessionItem, SessionLanguage } from '#api/contract/session.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { isoTime } from '#api/lib/clock.ts';
import { retentionOf } from '#api/retention/retention.rules.ts';
import { rowToResult, type ResultStore } from '#api/result/result.store.ts';
import { shownStatus } from './session.rules.ts';
import type { AudioRow, Progress, SessionRow, SessionStore } from './session.store.ts';

const fromJson = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

const toldOf = ({ done, total, unit, remaining_s, queue }: Progress) => ({
  done,
  total,
  unit,
  remaining_s,
  queue,
});

/** What belongs to a session in a list. */
export type ItemParts = {
  progress: Progress | null;
  audio: Pick<AudioRow, 'created_at' | 'deleted_at'> | undefined;
  data: SessionItem['data'];
};

/** A row as the list shows it (§3). */
export const rowToItem = (row: SessionRow, { progress, audio, data }: ItemParts): SessionItem => ({
  id: row.id,
  user_id: row.user_id,
  title: row.title,
  date: isoTime(row.created_at),
  duration: row.duration,
  status: shownStatus(row, progress),
  participants: row.participants,
  language: row.language as SessionLanguage,
  data,
  state: { processing_start: timeOrNull(row.processing_start) },
  progress: progress && toldOf(progress),
  // whether this host deletes sessions by itself
  domain: { cleanup: false },
  audio_until:
    audio && audio.deleted_at === null ? retentionOf(row.created_at, audio.created_at).audio_until : null,
  content_until: retentionOf(row.created_at).content_until,
  thumbnail: null,
});

/** What belongs to a session beside its row. */
export type Parts = ItemParts & { audio: AudioRow | undefined; transcript: Transcript | null };

/** The detail (shapes: session detail). */
export const rowToDetail = (row: SessionRow, parts: Parts): SessionDetail => ({
  ...rowToItem(row, parts),
  fhir_patient_id: row.fhir_patient_id,
  reason: row.reason,
  notice: row.notice as SessionDetail['notice'],
  transcript: parts.transcript,
  edits: row.edits_rev,
  notes: { text: row.notes, rev: row.notes_rev },
  audio: parts.audio
    ? {
        duration: row.duration,
        bytes: parts.audio.bytes,
        deleted_at: timeOrNull(parts.audio.deleted_at),
      }
    : null,
  speech: fromJson(row.speech),
  verdict: fromJson(row.verdict),
  markers: fromJson(row.markers) ?? [],
  retention: retentionOf(row.created_at, parts.audio?.created_at),
  settings: fromJson(row.settings) ?? {},
  visibility: row.visibility,
  show_survey: false,
});

export type DetailDeps = {
  sessions: Pick<SessionStore, 'audioOf'>;
  results: Pick<ResultStore, 'newestOf'>;
  /** How far the work on a session is; null when nothing is queued. */
  progressOf(sessionId: string): Promise<Progress | null>;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
};

const workStatuses = new Set(['pending', 'transcribing', 'processing']);

/** Reads what a session's screen shows beside its row; the caller has checked whose it is. */
export function createDetailReader({ sessions, results, progressOf, transcriptOf }: DetailDeps) {
  // a job may end a moment after its session: what is finished has no progress
  const progressFor = async ({ id, status }: SessionRow): Promise<Progress | null> =>
    workStatuses.has(status) ? progressOf(id) : null;
  return {
    progressFor,
    async detailOf(row: SessionRow, known?: { progress: Progress | null }): Promise<SessionDetail> {
      const [audio, transcript, made] = await Promise.all([
        sessions.audioOf(row.id),
        transcriptOf(row.id),
        results.newestOf(row.id),
      ]);
      const { progress } = known ?? { progress: await progressFor(row) };
      const current = { transcript: transcript?.version ?? 0, edits: row.edits_rev, notes: row.notes_rev };
      const data = Object.fromEntries(made.map((each) => [each.label, rowToResult(each, current)]));
      return rowToDetail(row, { audio, transcript, progress, data });
    },
  };
}

/** Changes whenever the detail does: with the row's revision, the progress, and the status that time alone changes. */
export function detailTag(row: SessionRow, progress: Progress | null): string {
  const moving = JSON.stringify([progress, shownStatus(row, progress)]);
  const digest = createHash('sha256').update(moving).digest('base64url').slice(0, 16);
  return `"${row.id}-${row.rev}-${digest}"`;
}

/** Whether `If-None-Match` names this tag (RFC 9110, weak comparison). */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((item) => item.trim().replace(/^W\//, ''))
    .some((item) => item === tag || item === '*');
