import type { SessionStatus } from '#api/contract/session.ts';
import type { Progress } from './session.store.ts';

/**
 * Title as it is searched (§2): without difference of case in any script. Upper case first, so that ß meets SS and every
 * form of a letter its lower-case one; İ loses its dot and ς its place, because people do not type them.
 */
export const foldTitle = (title: string): string =>
  title
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFC');

/** Stored status, or `overdue` where the work is late (decisions: statuses; `jobs/progress.rules.ts` says when that is). */
export function shownStatus(row: { status: string }, progress: Progress | null): SessionStatus {
  const status = row.status as SessionStatus;
  const isWorking = status === 'transcribing' || status === 'processing';
  return isWorking && progress?.isOverdue ? 'overdue' : status;
}
