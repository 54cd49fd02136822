import type { DomainRetention } from '#api/contract/domain.ts';
import type { SessionStatus } from '#api/contract/session.ts';
import { dayMs } from '#api/contract/time.ts';
import { audioDueBefore, contentDueBefore } from './retention.rules.ts';
import type { Progress } from '#api/jobs/progress.ts';

/**
 * Folds a title for the search (§2), ignoring case in any script. It is converted to upper case first, so that ß
 * matches SS and each letter gets one lower-case form; İ loses its dot and ς becomes σ, because people do not type
 * them.
 */
export const foldTitle = (title: string): string =>
  title
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFC');

/** Returns the stored status, or `overdue` if the work is late (§10.3; `isOverdue` in `jobs/progress.rules.ts`). */
export function shownStatus(row: { status: string }, progress: Progress | null): SessionStatus {
  const status = row.status as SessionStatus;
  const isWorking = status === 'transcribing' || status === 'processing';
  return isWorking && progress?.isOverdue ? 'overdue' : status;
}

/**
 * Returns moments, ms since the epoch: audio and sessions from before them expire within `days` days. With 0 days,
 * today is their last day. They are the inverse of `retentionOf`, for a query.
 */
export function expiresBefore(
  retention: DomainRetention,
  nowMs: number,
  days: number,
): { audioMs: number; contentMs: number } {
  const afterMs = nowMs + (days + 1) * dayMs;
  return { audioMs: audioDueBefore(retention, afterMs), contentMs: contentDueBefore(retention, afterMs) };
}
