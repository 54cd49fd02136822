import type { Hit, SessionItem, SessionStatus } from '#api/contract/session.ts';

type DayGroup = { /** UTC day, 2026-11-20. */ day: string; items: SessionItem[] };

/** Groups sessions by UTC day, newest first (§2). A session that occurs on two pages is in one group once. */
export function groupByDay(items: readonly SessionItem[]): DayGroup[] {
  const seen = new Set<string>();
  const groups = new Map<string, SessionItem[]>();
  const newestFirst = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  for (const item of newestFirst) {
    if (seen.has(item.id)) continue;
    seen.add(item.id);
    const day = new Date(item.date).toISOString().slice(0, 10);
    const group = groups.get(day);
    if (group) group.push(item);
    else groups.set(day, [item]);
  }
  return [...groups].map(([day, grouped]) => ({ day, items: grouped }));
}

const moving: ReadonlySet<SessionStatus> = new Set([
  'preparing',
  'pending',
  'transcribing',
  'processing',
  'overdue',
]);

/** True if the status will change by itself, so that the list has to be fetched again. */
export const isInProgress = ({ status }: Pick<SessionItem, 'status'>): boolean => moving.has(status);

/** The filter for near deletions shows those within this number of days. */
export const soonDays = 7;

const dayMs = 86_400_000;

/** UTC days from today to `day`, at least 0. */
const daysUntil = (day: string, nowMs: number): number =>
  Math.max(0, Math.round(Date.parse(day) / dayMs) - Math.floor(nowMs / dayMs));

type RetentionNote =
  | { what: 'audio' | 'session'; days: number; day: string; isNear: boolean }
  | { what: 'audioGone'; isNear: false };

/**
 * Returns what is deleted next, on which day and in how many days (§9): the audio if it is deleted before the session, otherwise
 * the whole session. The server says whether that is near (`cleanup`). For a session without audio, the deletion is named only
 * if it is at most 30 days away. Before that the result is `audioGone`, or null if there never was a recording.
 */
export function retentionNote(
  item: Pick<SessionItem, 'audio_until' | 'content_until' | 'duration' | 'domain'>,
  nowMs: number,
): RetentionNote | null {
  const { audio_until: audioDay, content_until: sessionDay } = item;
  const sessionDays = daysUntil(sessionDay, nowMs);
  const audioDays = audioDay === null ? null : daysUntil(audioDay, nowMs);
  const isNear = item.domain.cleanup;
  if (audioDay !== null && audioDays !== null && audioDays < sessionDays)
    return { what: 'audio', days: audioDays, day: audioDay, isNear };
  if (audioDays !== null || sessionDays <= 30)
    return { what: 'session', days: sessionDays, day: sessionDay, isNear };
  return item.duration > 0 ? { what: 'audioGone', isNear: false } : null;
}

type TextPart = { text: string; isMarked: boolean };

/** Splits a text at its marks. Overlapping marks and marks outside the text are allowed. */
export function markedParts({ text, marks }: Pick<Hit, 'text' | 'marks'>): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const push = (to: number, isMarked: boolean) => {
    if (to > at) parts.push({ text: text.slice(at, to), isMarked });
    at = Math.max(at, to);
  };
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    push(Math.min(from, text.length), false);
    push(Math.min(to, text.length), true);
  }
  push(text.length, false);
  return parts;
}

export const hitHref = (id: string, { at, segment }: Pick<Hit, 'at' | 'segment'>): string =>
  `/library/${id}?tab=transcript&at=${at}&segment=${encodeURIComponent(segment)}`;
