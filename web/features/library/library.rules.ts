import type { Hit, SessionItem, SessionStatus } from '#api/contract/session.ts';

type DayGroup = { /** UTC day, 2026-11-20. */ day: string; items: SessionItem[] };

/** §2: grouped by UTC day, newest first; an item that two pages both hold is shown once. */
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

/** Its status will change by itself: the list is asked for again. */
export const isInProgress = ({ status }: Pick<SessionItem, 'status'>): boolean => moving.has(status);

/** Days within which something that is deleted by itself counts as soon. */
export const soonDays = 7;

const dayMs = 86_400_000;

/** UTC days from today to `day`; 0 on the day itself, never less. */
const daysUntil = (day: string, nowMs: number): number =>
  Math.max(0, Math.round(Date.parse(day) / dayMs) - Math.floor(nowMs / dayMs));

type RetentionNote =
  | { what: 'audio' | 'session'; days: number; isNear: boolean }
  | { what: 'audioGone'; isNear: false };

/**
 * What is deleted next, and when (§9). The whole session is named when it goes with its audio or soon; before that, audio that
 * has gone is said. Null for a session without audio that has long to go.
 */
export function retentionNote(
  item: Pick<SessionItem, 'audio_until' | 'content_until' | 'duration'>,
  nowMs: number,
): RetentionNote | null {
  const sessionDays = daysUntil(item.content_until, nowMs);
  const audioDays = item.audio_until === null ? null : daysUntil(item.audio_until, nowMs);
  if (audioDays !== null && audioDays < sessionDays) {
    return { what: 'audio', days: audioDays, isNear: audioDays <= soonDays };
  }
  if (audioDays !== null || sessionDays <= 30) {
    return { what: 'session', days: sessionDays, isNear: sessionDays <= soonDays };
  }
  return item.duration > 0 ? { what: 'audioGone', isNear: false } : null;
}

type TextPart = { text: string; isMarked: boolean };

/** What was said, cut where marks begin and end. Marks that overlap or lie outside do no harm. */
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

/** Where a hit leads: to its moment in the transcript. */
export const hitHref = (id: string, { at, segment }: Pick<Hit, 'at' | 'segment'>): string =>
  `/library/${id}?tab=transcript&at=${at}&segment=${encodeURIComponent(segment)}`;
