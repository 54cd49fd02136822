import type { SessionDetail, SessionStatus } from '#api/contract/session.ts';

/**
 * Merges a poll into the session. The page sets `preparing` (§4) at recording-complete. That status stays until the
 * server reports a status other than `new`. A transcript that the server left out as unchanged is kept.
 */
export function mergePoll(previous: SessionDetail | undefined, answer: SessionDetail): SessionDetail {
  const { transcript_unchanged: isUnchanged, ...incoming } = answer;
  const isAhead = previous?.status === 'preparing' && incoming.status === 'new';
  return {
    ...incoming,
    ...(isUnchanged && previous ? { transcript: previous.transcript } : {}),
    ...(isAhead ? { status: 'preparing' } : {}),
  };
}

/**
 * Returns the version of the complete transcript on the page; undefined if there is none. The server leaves that
 * version out of its answer (contract: detailQuerySchema).
 */
export const haveOf = (session: SessionDetail | undefined): string | undefined =>
  session?.transcript && !session.transcript.partial
    ? `${session.transcript.version}.${session.edits}`
    : undefined;

/** True if the session has or will have a recording. The screen then shows the recording instead of the recorder. */
export const hasRecording = (session: Pick<SessionDetail, 'status'>): boolean => session.status !== 'new';

const working: ReadonlySet<SessionStatus> = new Set([
  'preparing',
  'pending',
  'transcribing',
  'processing',
  'overdue',
]);
export const isWorking = (status: SessionStatus): boolean => working.has(status);

/** True if the server does work that can be cancelled. In the status `preparing` the server has no work yet. */
export const isCancellable = (status: SessionStatus): boolean => isWorking(status) && status !== 'preparing';

export const isKnownStatus = (status: string): status is SessionStatus =>
  working.has(status as SessionStatus) || ['new', 'completed', 'error'].includes(status);

/** Progress in whole minutes, or in seconds for a short total. */
type ProgressFigures = { done: number; total: number; unit: 'min' | 's' };

export function progressFigures(progress: { done: number; total: number }): ProgressFigures {
  const { done, total } = progress;
  if (total < 120) return { done: Math.floor(done), total: Math.round(total), unit: 's' };
  const totalMin = Math.round(total / 60);
  return { done: Math.min(totalMin, Math.floor(done / 60)), total: totalMin, unit: 'min' };
}

export type Remaining = { kind: 'estimating' } | { kind: 'seconds' | 'minutes'; count: number };

/** Returns the remaining time, rounded so that it does not look more precise than it is. */
export function remainingFigures(remainingS: number | null): Remaining {
  if (remainingS === null) return { kind: 'estimating' };
  if (remainingS < 55) return { kind: 'seconds', count: Math.max(5, Math.ceil(remainingS / 5) * 5) };
  return { kind: 'minutes', count: Math.max(1, Math.round(remainingS / 60)) };
}

export const detailTabs = ['audio', 'session', 'transcript', 'notes'] as const;
/** A fixed tab, or the tab of a result, such as `result:summary`. */
export type DetailTab = (typeof detailTabs)[number] | `result:${string}`;

export const resultTab = (label: string): DetailTab => `result:${label}`;

/**
 * Returns the tab of the address. If there is no such tab, or not any more, it is the transcript, the default tab (§2).
 */
export const toTab = (value: unknown, labels: readonly string[] = []): DetailTab =>
  detailTabs.find((tab) => tab === value) ??
  labels.map(resultTab).find((tab) => tab === value) ??
  'transcript';

/** Reads a time from the address, s. Returns null if it is invalid. */
export function toMoment(value: unknown): number | null {
  const atS = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(atS) && atS >= 0 ? atS : null;
}

/** Returns noon of a UTC day, which falls on the same day in nearly all time zones. */
export const dayToDate = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** The three ways to add audio to a session (§2). */
export const recordModes = ['record', 'upload', 'dictation'] as const;
export type RecordMode = (typeof recordModes)[number];

export const toMode = (value: unknown): RecordMode => recordModes.find((mode) => mode === value) ?? 'record';

export type SessionFields = Pick<SessionDetail, 'language' | 'participants' | 'fhir_patient_id'>;

export const fieldsOf = ({ language, participants, fhir_patient_id }: SessionDetail): SessionFields => ({
  language,
  participants,
  fhir_patient_id,
});

/**
 * Returns the fields of the draft whose values differ from those in `before`, which are the server's or the last sent ones. So a
 * poll changes only fields that the person has not edited.
 */
export function changedFields(
  draft: Partial<SessionFields>,
  before: Partial<SessionFields>,
): Partial<SessionFields> {
  const entries = Object.entries(draft).filter(
    ([key, value]) => value !== before[key as keyof SessionFields],
  );
  return Object.fromEntries(entries) as Partial<SessionFields>;
}
