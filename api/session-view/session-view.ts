import { createHash } from 'node:crypto';
import type { DomainRetention } from '#api/contract/domain.ts';
import type { SessionDetail, SessionItem, SessionLanguage } from '#api/contract/session.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import { readRetention } from '#api/domain/host-setting.store.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { isDeletedSoon, retentionOf } from '#api/session/retention.rules.ts';
import { createResultStore, rowToResult } from '#api/result/result.store.ts';
import { prepareEdited } from '#api/transcript/read-transcript.store.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { orNotFound, type AudioRow, type SessionRow } from '#api/session/session-row.ts';
import { isSurveyDue } from '#api/survey/survey.ts';
import { shownStatus } from '#api/session/session.rules.ts';
import { createSessionRows, createSessionStore } from '#api/session/session.store.ts';
import type { ListRow } from '#api/session/session-list.store.ts';
import type { Progress } from '#api/jobs/progress.ts';

const fromJson = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

const toShownProgress = ({ done, total, unit, remaining_s, queue }: Progress) => ({
  done,
  total,
  unit,
  remaining_s,
  queue,
});

/** When a session is shown, and how long its host keeps audio and content. */
type Lasting = { nowMs: number; retention: DomainRetention };
type ItemParts = Lasting & { progress: Progress | null; data: SessionItem['data'] };

/** Returns the last days that a list shows, and whether anything of the session is deleted within 7 days. */
function lastDaysOf({ created_at: createdAt, audio_at: audioAt }: ListRow, { nowMs, retention }: Lasting) {
  const last = retentionOf(retention, createdAt, audioAt ?? undefined);
  const audioUntil = audioAt === null ? null : last.audio_until;
  return {
    domain: { cleanup: isDeletedSoon(audioUntil ?? last.content_until, nowMs) },
    audio_until: audioUntil,
    content_until: last.content_until,
  };
}

/** Returns a session as an item of a list (§3). */
const rowToItem = (row: ListRow, { progress, data, ...lasting }: ItemParts): SessionItem => ({
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
  progress: progress && toShownProgress(progress),
  ...lastDaysOf(row, lasting),
  thumbnail: row.thumbnail && Buffer.from(row.thumbnail).toString('base64'),
});

export type Parts = ItemParts & {
  audio: AudioRow | undefined;
  transcript: Transcript | null;
  former: SessionDetail['former'];
  showsSurvey: boolean;
};

/** Returns a session in detail (§10.10). */
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
  retention: retentionOf(parts.retention, row.created_at, parts.audio?.created_at),
  former: parts.former,
  settings: fromJson(row.settings) ?? {},
  visibility: row.visibility,
  show_survey: parts.showsSurvey,
});

export type DetailDeps = {
  db: Db;
  clock: Clock;
  /** Returns null if no work on the session is queued or running. */
  progressOf(sessionId: string): Promise<Progress | null>;
};

type DetailRequest = {
  progress: Progress | null;
  /** Transcript that the client has (`detailQuerySchema`). */
  have?: string | undefined;
  /** Aborted when the client has disconnected, so that its answer is not computed. */
  signal?: AbortSignal;
};

const workStatuses = new Set(['pending', 'transcribing', 'processing']);

export type DetailReader = ReturnType<typeof createDetailReader>;

const storesOn = (on: Db, clock: Clock) => ({
  sessions: createSessionStore(on, clock),
  results: createResultStore(on),
  options: createOptionStore(on, clock),
  transcripts: createTranscriptStore(on, clock),
});

const readLasting = async (on: Db, clock: Clock, host: string): Promise<Lasting> => ({
  nowMs: clock.now(),
  retention: await readRetention(on, host),
});

/** Creates the reader of what the session screen shows. The caller has checked the owner. */
export function createDetailReader({ db, clock, progressOf }: DetailDeps) {
  const { sessions, results, options } = storesOn(db, clock);
  // A job may end a moment after its session gets a final status, so the progress of a finished session is not read.
  const progressFor = async ({ id, status }: Pick<SessionRow, 'id' | 'status'>): Promise<Progress | null> =>
    workStatuses.has(status) ? progressOf(id) : null;

  /** Reads everything in one transaction, so that the transcript and its number of edits belong together. */
  const readDetail = async (trx: Db, { id, host, user_id: userId }: SessionRow, asked: DetailRequest) => {
    asked.signal?.throwIfAborted();
    const at = storesOn(trx, clock);
    const row = orNotFound(await at.sessions.find({ host, userId }, id));
    const held = await heldVersion(trx, row, asked.have);
    const audio = await at.sessions.audioOf(id);
    const transcript = held === null ? await at.transcripts.latest(id) : null;
    const made = await at.results.newestOf(id);
    const current = {
      transcript: held ?? transcript?.version ?? 0,
      edits: row.edits_rev,
      notes: row.notes_rev,
      options: await at.options.revs(host),
    };
    const data = Object.fromEntries(made.map((each) => [each.label, rowToResult(each, current)]));
    const waiting = made.filter(({ state, previous }) => state === 'pending' && previous > 0);
    const former = Object.fromEntries(waiting.map(({ label, previous }) => [label, previous]));
    // Progress was read before the transaction, and the work may have ended since.
    const progress = workStatuses.has(row.status) ? asked.progress : null;
    const lasting = await readLasting(trx, clock, host);
    const showsSurvey = await isSurveyDue(trx, row, lasting.nowMs);
    const parts = { audio, transcript, progress, data, former, showsSurvey, ...lasting };
    const detail = rowToDetail(row, parts);
    return held === null ? detail : { ...detail, transcript_unchanged: true as const };
  };

  return {
    progressFor,

    /**
     * Returns the ETag of the detail. It changes with the revision, the progress, the shown status, the last days, the options of
     * the host, and with whether a survey is due.
     */
    async tagOf(row: SessionRow, progress: Progress | null): Promise<string> {
      const lasting = await readLasting(db, clock, row.host);
      const isDue = await isSurveyDue(db, row, lasting.nowMs);
      return detailTag(row, progress, [...(await options.revs(row.host)), lastDaysOf(row, lasting), isDue]);
    },

    /** Returns list items in the order of the rows. One query reads the results of all, one the versions of all. */
    async itemsOf(rows: readonly ListRow[]): Promise<SessionItem[]> {
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      // All rows belong to one person.
      const host = rows[0]?.host ?? '';
      const [made, versions, progresses, revs, lasting] = await Promise.all([
        results.newestWithoutText(ids),
        sessions.wholeVersions(ids),
        Promise.all(rows.map(progressFor)),
        options.revs(host),
        readLasting(db, clock, host),
      ]);
      return rows.map((row, index) => {
        const { edits_rev: edits, notes_rev: notes } = row;
        const current = { transcript: versions.get(row.id) ?? 0, edits, notes, options: revs };
        const own = made.filter((each) => each.session_id === row.id);
        const data = Object.fromEntries(own.map((each) => [each.label, rowToResult(each, current)]));
        return rowToItem(row, { progress: progresses[index] ?? null, data, ...lasting });
      });
    },

    /**
     * Returns a session in detail. The transcript is left out if the client has it already (`have`).
     * @throws AppError `session.not_found` if the session was deleted in the meantime; the signal's reason
     */
    async detailOf(row: SessionRow, request?: DetailRequest): Promise<SessionDetail> {
      const asked = request ?? { progress: await progressFor(row) };
      if (row.edits_rev > 0 && (await heldVersion(db, row, asked.have)) === null)
        await prepareEdited(db, row.id, asked.signal);
      return db.transaction().execute((trx) => readDetail(trx, row, asked));
    },
  };
}

/** Returns the version of the transcript that the client has with all its edits (`have`); null if it has not. */
async function heldVersion(
  on: Db,
  { id, edits_rev: edits }: SessionRow,
  have: string | undefined,
): Promise<number | null> {
  const whole = have === undefined ? undefined : (await createSessionRows(on).wholeVersions([id])).get(id);
  return whole !== undefined && have === `${whole}.${edits}` ? whole : null;
}

function detailTag(row: SessionRow, progress: Progress | null, ofHost: readonly unknown[]): string {
  const moving = JSON.stringify([progress, shownStatus(row, progress), ofHost]);
  const digest = createHash('sha256').update(moving).digest('base64url').slice(0, 16);
  return `"${row.id}-${row.rev}-${digest}"`;
}

/** True if `If-None-Match` names this tag (RFC 9110, weak comparison). */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((item) => item.trim().replace(/^W\//, ''))
    .some((item) => item === tag || item === '*');
