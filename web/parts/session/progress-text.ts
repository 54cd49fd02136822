import type { TFunction } from 'i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { progressFigures, remainingFigures } from './session.rules.ts';

type Progress = NonNullable<SessionItem['progress']>;

/** Returns the progress in words, such as “42 von 150 min”. */
export function doneText(t: TFunction, progress: Progress): string {
  const { done, total, unit } = progressFigures(progress);
  return t(unit === 'min' ? 'session.status.minutes' : 'session.status.seconds', { done, total });
}

/**
 * Returns the remaining time in words, such as “noch etwa 5 Minuten”. If it is unknown, the text says that it is being
 * estimated.
 */
export function remainingText(t: TFunction, remainingS: number | null): string {
  const remaining = remainingFigures(remainingS);
  if (remaining.kind === 'estimating') return t('session.status.remaining.estimating');
  return t(`session.status.remaining.${remaining.kind}`, { count: remaining.count });
}

/** Returns progress and remaining time for a row of the library; empty if both are unknown. */
export function rowProgressText(
  t: TFunction,
  { status, progress }: Pick<SessionItem, 'status' | 'progress'>,
) {
  if (!progress) return '';
  const isRunning = status === 'transcribing' || status === 'overdue';
  const isWaiting = status === 'pending';
  const parts = [
    isRunning && progress.total > 0 ? doneText(t, progress) : '',
    (isRunning || isWaiting) && status !== 'overdue' && progress.remaining_s !== null
      ? remainingText(t, progress.remaining_s)
      : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
