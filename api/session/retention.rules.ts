import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';

const dayMs = 86_400_000;
/** No month is longer. */
const longestMonthMs = 31 * dayMs;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs;

/** The same day some months later; the last day of a shorter month, not the first days of the one after. */
function monthsLater(ms: number, months: number): number {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
}

/** How long a host keeps what it was given. */
export type RetentionTimes = { audioDays: number; contentMonths: number };

/** Retention of a host that configures none (§10.21). */
export const defaultTimes: RetentionTimes = {
  audioDays: limits.audioRetentionDays,
  contentMonths: limits.contentRetentionMonths,
};

const contentUntil = (createdAtMs: number, { contentMonths }: RetentionTimes): string =>
  isoDate(monthsLater(createdAtMs, contentMonths));

/**
 * The last days on which audio and content are there (§10.21), dates in UTC. Audio counts from its own
 * arrival; without any, as if it had come with the session. It goes with the session at the latest.
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

/** Whether a day that was shown has ended, in UTC: not before then is anything deleted. */
export const hasEnded = (untilDate: string, nowMs: number): boolean => nowMs >= Date.parse(untilDate) + dayMs;

/** `hasEnded` of audio turned round for a query: what came before this moment is due. */
export const audioDueBefore = (nowMs: number, { audioDays } = defaultTimes): number =>
  startOfDay(nowMs) - audioDays * dayMs;

/** `hasEnded` of content turned round for a query: sessions created before this moment are due. */
export function contentDueBefore(nowMs: number, times = defaultTimes): number {
  let day = startOfDay(nowMs) - times.contentMonths * longestMonthMs;
  while (hasEnded(contentUntil(day, times), nowMs)) day += dayMs;
  return day;
}
