import i18next, { type TFunction } from 'i18next';
import { formatDateTime } from '#web/lib/format.ts';
import { problemOf } from '#web/lib/api-error.ts';

/**
 * Returns the sentence for a failure of a call (`ApiError`), of a worker (`WorkerError`), or for a code, such as the `reason`
 * of a session. A code without a sentence gets the server's `detail`, otherwise the general sentence. That one has the code or
 * the reference under which a log has the cause; where it is shown, a title says what was being done.
 */
export function errorSentence(t: TFunction, error: unknown): string {
  const { code, requestId, retryAtMs } = problemOf(typeof error === 'string' ? { code: error } : error);
  const known = code === 'unknown' ? null : code;
  const reference = [known, requestId].filter((part) => part !== null).join(' ');
  const general = t('error.unknown', { reference });
  const sentence: unknown = t(`error.${code}` as 'error.unknown', {
    requestId: requestId ?? '–',
    reference,
    when: whenAgain(retryAtMs),
    defaultValue: detailOf(error) || general,
  });
  return typeof sentence === 'string' ? sentence : general;
}

const whenAgain = (retryAtMs: number | undefined): string =>
  retryAtMs === undefined ? '–' : formatDateTime(new Date(retryAtMs), i18next.language || 'de');

const detailOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'
    ? error.detail
    : '';
