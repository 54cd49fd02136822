import i18next, { type TFunction } from 'i18next';
import { formatDateTime } from '#web/lib/format.ts';
import { problemOf } from '#web/lib/api-error.ts';

/**
 * The sentence for a failure: of a call (`ApiError`), of a worker (`WorkerError`), or a code as such (a session's `reason`).
 * A code without a sentence gets the server's `detail`, else the general sentence.
 */
export function errorSentence(t: TFunction, error: unknown): string {
  const code = typeof error === 'string' ? error : codeOf(error);
  const general = t('error.unknown');
  if (code === null) return general;
  const requestId = typeof error === 'object' && error && 'requestId' in error ? error.requestId : null;
  const sentence: unknown = t(`error.${code}` as 'error.unknown', {
    requestId: requestId ?? '–',
    when: whenAgain(error),
    defaultValue: detailOf(error) || general,
  });
  return typeof sentence === 'string' ? sentence : general;
}

/** The time of the next allowed try (`retry_after_s`), as text; “–” if the server names none. */
function whenAgain(error: unknown): string {
  const known =
    typeof error === 'object' && error !== null && 'retryAtMs' in error ? error : problemOf(error);
  if (typeof known.retryAtMs !== 'number') return '–';
  return formatDateTime(new Date(known.retryAtMs), i18next.language || 'de');
}

const detailOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'
    ? error.detail
    : '';

const codeOf = (error: unknown): string | null => (isTimeOut(error) ? 'network.timeout' : ownCodeOf(error));

/** True for an answer that began and did not end in time. */
const isTimeOut = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

const ownCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
