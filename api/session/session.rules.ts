import type { SessionStatus } from '#api/contract/session.ts';
import type { Progress } from './session.store.ts';

const sMs = 1_000;
/** An estimate below this is not worth calling late. */
const shortestEstimateMs = 60_000;
/** From here on "almost finished" is true. */
const almostFinishedShare = 0.9;

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

/** What the rule of `overdue` looks at. */
export type Running = { status: string; processing_start: number | null; duration: number };

/**
 * Stored status, or `overdue` where the estimate has passed (decisions: statuses). The estimate is the length of the audio
 * from the start of the work; a session that is late and far from its end is not called almost finished.
 */
export function shownStatus(row: Running, progress: Progress | null, nowMs: number): SessionStatus {
  const status = row.status as SessionStatus;
  if (status !== 'transcribing' && status !== 'processing') return status;
  if (row.processing_start === null) return status;
  const estimateMs = Math.max(shortestEstimateMs, row.duration * sMs);
  const isLate = nowMs > row.processing_start + estimateMs;
  const isNearEnd =
    !progress || progress.total === 0 || progress.done / progress.total >= almostFinishedShare;
  return isLate && isNearEnd ? 'overdue' : status;
}
