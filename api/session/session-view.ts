import { createHash } from 'node:crypto';
import type { SessionDetail, SessionItem, SessionLanguage } from '#api/contract/session.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { isoTime } from '#api/lib/clock.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { retentionOf } from '#api/retention/retention.rules.ts';
import { rowToResult, type ResultStore } from '#api/result/result.store.ts';
import { shownStatus } from './session.rules.ts';
import type { AudioRow, ListRow, Progress, SessionRow, SessionStore } from './session.store.ts';

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
type ItemParts = { progress: Progress | null; data: SessionItem['data'] };

/** A row as the list shows it (§3). */
const rowToItem = (row: ListRow, { progress, data }: ItemParts): SessionItem => ({
  id: row.id,
  user_id: row.user_id,
  title: row.title,
  date: isoTime(row.created_at),
  duration: row.duration,
  status: shownStatus(row, progress),
  reason: row.reason,
  participants: row.participants,
  language: row.language as SessionLanguage,
  data,
  state: { processing_start: timeOrNull(row.processing_start) },
  progress: progress && toldOf(progress),
  // whether this host deletes sessions by itself
  domain: { cleanup: false },
  audio_until: row.audio_at === null ? null : retentionOf(row.created_at, row.audio_at).audio_until,
  content_until: retentionOf(row.created_at).content_until,
  thumbnail: row.thumbnail && Buffer.from(row.thumbnail).toString('base64'),
});

/** What belongs to a session beside its row. */
export type Parts = ItemParts & {
  audio: AudioRow | undefined;
  transcript: Transcript | null;
  former: SessionDetail['former'];
};

/** The detail (shapes: session detail). */
export const rowToDetail = (row: SessionRow, parts: Parts): SessionDetail => ({
  ...rowToItem(row, parts),
  fhir_patient_id: row.fhir_patient_id,
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
  timemap: fromJson(row.timemap),
  retention: retentionOf(row.created_at, parts.audio?.created_at),
  former: parts.former,
  settings: fromJson(row.settings) ?? {},
  visibility: row.visibility,
  show_survey: false,
});

export type DetailDeps = {
  sessions: Pick<SessionStore, 'audioOf' | 'wholeVersions'>;
  results: Pick<ResultStore, 'newestOf' | 'newestWithoutText'>;
  options: Pick<OptionStore, 'revs'>;
  /** How far the work on a session is; null when nothing is queued. */
  progressOf(sessionId: string): Promise<Progress | null>;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
};

const workStatuses = new Set(['pending', 'transcribing', 'processing']);

/** Reads what a session's screen shows beside its row; the caller has checked whose it is. */
export function createDetailReader({ sessions, results, options, progressOf, transcriptOf }: DetailDeps) {
  // a job may end a moment after its session: what is finished has no progress
  const progressFor = async ({ id, status }: Pick<SessionRow, 'id' | 'status'>): Promise<Progress | null> =>
    workStatuses.has(status) ? progressOf(id) : null;
  return {
    progressFor,

    /** Changes whenever the detail does: with the row's revision, the progress, what time alone and the host's options change. */
    async tagOf(row: SessionRow, progress: Progress | null): Promise<string> {
      return detailTag(row, progress, await options.revs(row.host));
    },

    /** Rows as a list shows them, in their order; one look at results and versions for all. */
    async itemsOf(rows: readonly ListRow[]): Promise<SessionItem[]> {
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const [made, versions, progresses, revs] = await Promise.all([
        results.newestWithoutText(ids),
        sessions.wholeVersions(ids),
        Promise.all(rows.map(progressFor)),
        // all of one person
        options.revs(rows[0]?.host ?? ''),
      ]);
      return rows.map((row, index) => {
        const { edits_rev: edits, notes_rev: notes } = row;
        const current = { transcript: versions.get(row.id) ?? 0, edits, notes, options: revs };
        const own = made.filter((each) => each.session_id === row.id);
        const data = Object.fromEntries(own.map((each) => [each.label, rowToResult(each, current)]));
        return rowToItem(row, { progress: progresses[index] ?? null, data });
      });
    },

    /** `have`: the transcript that the asker has (contract: detailQuerySchema); where it is still that one, it is left out. */
    async detailOf(
      row: SessionRow,
      known?: { progress: Progress | null; have?: string | undefined },
    ): Promise<SessionDetail> {
      const whole =
        known?.have === undefined ? 0 : ((await sessions.wholeVersions([row.id])).get(row.id) ?? 0);
      const isUnchanged = whole > 0 && known?.have === `${whole}.${row.edits_rev}`;
      const [audio, transcript, made, revs] = await Promise.all([
        sessions.audioOf(row.id),
        isUnchanged ? null : transcriptOf(row.id),
        results.newestOf(row.id),
        options.revs(row.host),
      ]);
      const { progress } = known ?? { progress: await progressFor(row) };
      const version = isUnchanged ? whole : (transcript?.version ?? 0);
      const current = {
        ...{ transcript: version, edits: row.edits_rev, notes: row.notes_rev },
        options: revs,
      };
      const data = Object.fromEntries(made.map((each) => [each.label, rowToResult(each, current)]));
      const waiting = made.filter(({ state, previous }) => state === 'pending' && previous > 0);
      const former = Object.fromEntries(waiting.map(({ label, previous }) => [label, previous]));
      const detail = rowToDetail(row, { audio, transcript, progress, data, former });
      return isUnchanged ? { ...detail, transcript_unchanged: true } : detail;
    },
  };
}

function detailTag(row: SessionRow, progress: Progress | null, revs: ReadonlyMap<string, number>): string {
  const moving = JSON.stringify([progress, shownStatus(row, progress), [...revs]]);
  const digest = createHash('sha256').update(moving).digest('base64url').slice(0, 16);
  return `"${row.id}-${row.rev}-${digest}"`;
}

/** Whether `If-None-Match` names this tag (RFC 9110, weak comparison). */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((item) => item.trim().replace(/^W\//, ''))
    .some((item) => item === tag || item === '*');
