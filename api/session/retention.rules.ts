import type { DomainRetention } from '#api/contract/domain.ts';
import { dayMs } from '#api/contract/time.ts';
import type { SessionDetail } from '#api/contract/session.ts';

/** Duration of the longest months. */
const longestMonthMs = 31 * dayMs;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs;

/** Returns the start of the same day some months later. In a shorter month it is the start of the last day. */
function monthsLater(ms: number, months: number): number {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
}

type Periods = Pick<DomainRetention, 'audio_days' | 'content_months'>;

const audioLastMs = (atMs: number, { audio_days: days }: Periods): number => startOfDay(atMs) + days * dayMs;
const contentLastMs = (atMs: number, { content_months: months }: Periods): number =>
  monthsLater(atMs, months);

/**
 * Returns the start of a last day. Where shorter periods were announced, it is the later of the new last day and the day
 * before they hold, but never later than the old last day (§10.24).
 */
function lastDayMs(of: (periods: Periods) => number, { next, ...old }: DomainRetention): number {
  if (!next) return of(old);
  const dayBefore = Date.parse(next.effective) - dayMs;
  return Math.min(of(old), Math.max(of(next), dayBefore));
}

/**
 * Returns the last days of audio and content (§10.21), dates in UTC. The days of audio count from its arrival, or from the
 * creation of the session if there is none yet. Audio is never stored longer than its session.
 */
export function retentionOf(
  retention: DomainRetention,
  createdAtMs: number,
  audioAtMs = createdAtMs,
): SessionDetail['retention'] {
  const content = lastDayMs((periods) => contentLastMs(createdAtMs, periods), retention);
  const audio = lastDayMs((periods) => audioLastMs(audioAtMs, periods), retention);
  return { audio_until: isoDate(Math.min(audio, content)), content_until: isoDate(content) };
}

/** True if a last day that people were shown has ended, in UTC. Nothing is deleted earlier. */
export const hasEnded = (untilDate: string, nowMs: number): boolean => nowMs >= Date.parse(untilDate) + dayMs;

/** True in the last 7 days before something is deleted after this last day. */
export const isDeletedSoon = (untilDate: string, nowMs: number): boolean =>
  hasEnded(untilDate, nowMs + 7 * dayMs);

/** Returns the moment before which `before` is due, by the old periods, and by the new ones once they hold. */
function dueBefore(
  before: (periods: Periods) => number,
  { next, ...old }: DomainRetention,
  nowMs: number,
): number {
  const isInForce = next !== null && nowMs >= Date.parse(next.effective);
  return isInForce ? Math.max(before(old), before(next)) : before(old);
}

/**
 * Returns a moment, ms since the epoch: for audio that arrived before it, the last day has ended. It is the inverse of
 * `hasEnded`, for a query.
 */
export const audioDueBefore = (retention: DomainRetention, nowMs: number): number =>
  dueBefore(({ audio_days: days }) => startOfDay(nowMs) - days * dayMs, retention, nowMs);

/**
 * Returns a moment, ms since the epoch: for sessions that were created before it, the last day has ended. It is the
 * inverse of `hasEnded`, for a query.
 */
export const contentDueBefore = (retention: DomainRetention, nowMs: number): number =>
  dueBefore((periods) => contentDueByPeriods(periods, nowMs), retention, nowMs);

function contentDueByPeriods(periods: Periods, nowMs: number): number {
  let day = startOfDay(nowMs) - periods.content_months * longestMonthMs;
  while (nowMs >= contentLastMs(day, periods) + dayMs) day += dayMs;
  return day;
}
