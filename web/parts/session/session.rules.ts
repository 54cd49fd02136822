import type { SessionDetail, SessionStatus } from '#api/contract/session.ts';

/**
 * What a poll leaves of the session. `preparing` is ours alone (§4): it stands from recording-complete until the server says
 * anything else than `new`. A transcript that the server left out, because it is here, is the one that is here.
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

/** What a poll need not bring again (contract: detailQuerySchema): a whole transcript. */
export const haveOf = (session: SessionDetail | undefined): string | undefined =>
  session?.transcript && !session.transcript.partial
    ? `${session.transcript.version}.${session.edits}`
    : undefined;

/** There is or will be a recording, so the screen shows it instead of asking for one. */
export const hasRecording = (session: Pick<SessionDetail, 'status'>): boolean => session.status !== 'new';

const working: ReadonlySet<SessionStatus> = new Set([
  'preparing',
  'pending',
  'transcribing',
  'processing',
  'overdue',
]);
/** Something is still being made of it. */
export const isWorking = (status: SessionStatus): boolean => working.has(status);

/** The server does something that can be ended; `preparing` is only on its way there. */
export const isCancellable = (status: SessionStatus): boolean => isWorking(status) && status !== 'preparing';

export const isKnownStatus = (status: string): status is SessionStatus =>
  working.has(status as SessionStatus) || ['new', 'completed', 'error'].includes(status);

/** How far, in whole minutes, or in seconds where the whole is short. */
type ProgressFigures = { done: number; total: number; unit: 'min' | 's' };

export function progressFigures(progress: { done: number; total: number }): ProgressFigures {
  const { done, total } = progress;
  if (total < 120) return { done: Math.floor(done), total: Math.round(total), unit: 's' };
  const totalMin = Math.round(total / 60);
  return { done: Math.min(totalMin, Math.floor(done / 60)), total: totalMin, unit: 'min' };
}

export type Remaining = { kind: 'estimating' } | { kind: 'seconds' | 'minutes'; count: number };

/** Remaining time as it is said: never a false precision. */
export function remainingFigures(remainingS: number | null): Remaining {
  if (remainingS === null) return { kind: 'estimating' };
  if (remainingS < 55) return { kind: 'seconds', count: Math.max(5, Math.ceil(remainingS / 5) * 5) };
  return { kind: 'minutes', count: Math.max(1, Math.round(remainingS / 60)) };
}

export const detailTabs = ['audio', 'session', 'transcript', 'notes'] as const;
/** One of the four, or a result's: `result:summary`. */
export type DetailTab = (typeof detailTabs)[number] | `result:${string}`;

export const resultTab = (label: string): DetailTab => `result:${label}`;

/** §2: the default tab is the transcript, also where the one in the address is not there (any more). */
export const toTab = (value: unknown, labels: readonly string[] = []): DetailTab =>
  detailTabs.find((tab) => tab === value) ??
  labels.map(resultTab).find((tab) => tab === value) ??
  'transcript';

/** A moment in the address, s. */
export function toMoment(value: unknown): number | null {
  const atS = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(atS) && atS >= 0 ? atS : null;
}

/** A day of the server's (UTC) as a moment that falls on it wherever one is. */
export const dayToDate = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** §2: three ways to a session's sound. */
export const recordModes = ['record', 'upload', 'dictation'] as const;
export type RecordMode = (typeof recordModes)[number];

export const toMode = (value: unknown): RecordMode => recordModes.find((mode) => mode === value) ?? 'record';

/** The fields that can be changed after a session was created. */
export type SessionFields = Pick<SessionDetail, 'language' | 'participants' | 'fhir_patient_id'>;

export const fieldsOf = ({ language, participants, fhir_patient_id }: SessionDetail): SessionFields => ({
  language,
  participants,
  fhir_patient_id,
});

/** What differs from the server's. A poll never changes what the person has typed, and fills in what they have not touched. */
export function changedFields(draft: Partial<SessionFields>, server: SessionFields): Partial<SessionFields> {
  const entries = Object.entries(draft).filter(
    ([key, value]) => value !== server[key as keyof SessionFields],
  );
  return Object.fromEntries(entries) as Partial<SessionFields>;
}
