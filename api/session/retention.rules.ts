import { limits } from '#api/contract/limits.ts';
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

export type RetentionTimes = { audioDays: number; contentMonths: number };

/** Retention of a host that configures none (§10.21). */
export const defaultTimes: RetentionTimes = {
  audioDays: limits.audioRetentionDays,
  contentMonths: limits.contentRetentionMonths,
};

const contentUntil = (createdAtMs: number, { contentMonths }: RetentionTimes): string =>
  isoDate(monthsLater(createdAtMs, contentMonths));

/**
 * Returns the last days of audio and content (§10.21), dates in UTC. The days of audio count from its arrival, or from the
 * creation of the session if there is none yet. Audio is never stored longer than its session.
 */
export function retentionOf(
  createdAtMs: number,
  audioAtMs = createdAtMs,
  times = defaultTimes,
): SessionDetail['retention'] {
  const content = contentUntil(createdAtMs, times);
  const audio = isoDate(audioAtMs + times.audioDays * dayMs);
  return { audio_until: audio < content ? audio : content, content_until: content };
}

/** True if a last day that people were shown has ended, in UTC. Nothing is deleted earlier. */
export const hasEnded = (untilDate: string, nowMs: number): boolean => nowMs >= Date.parse(untilDate) + dayMs;

/**
 * Returns a moment, ms since the epoch: for audio that arrived before it, the last day has ended. It is the inverse of
 * `hasEnded`, for a query.
 */
export const audioDueBefore = (nowMs: number, { audioDays } = defaultTimes): number =>
  startOfDay(nowMs) - audioDays * dayMs;

/**
 * Returns a moment, ms since the epoch: for sessions that were created before it, the last day has ended. It is the
 * inverse of `hasEnded`, for a query.
 */
export function contentDueBefore(nowMs: number, times = defaultTimes): number {
  let day = startOfDay(nowMs) - times.contentMonths * longestMonthMs;
  while (hasEnded(contentUntil(day, times), nowMs)) day += dayMs;
  return day;
}
