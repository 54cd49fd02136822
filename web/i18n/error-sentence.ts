import type { TFunction } from 'i18next';

/**
 * The sentence for a failure: of a call (`ApiError`), of a worker (`WorkerError`), or a code as such (a session's `reason`).
 * A code without a sentence gets what the server says of it, else the general one.
 */
export function errorSentence(t: TFunction, error: unknown): string {
  const code = typeof error === 'string' ? error : codeOf(error);
  const general = t('error.unknown');
  if (code === null) return general;
  const requestId = typeof error === 'object' && error && 'requestId' in error ? error.requestId : null;
  const sentence: unknown = t(`error.${code}` as 'error.unknown', {
    requestId: requestId ?? '–',
    defaultValue: detailOf(error) || general,
  });
  return typeof sentence === 'string' ? sentence : general;
}

const detailOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'
    ? error.detail
    : '';

const codeOf = (error: unknown): string | null => (isTimeOut(error) ? 'network.timeout' : ownCodeOf(error));

/** An answer that had begun and did not end in time. */
const isTimeOut = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

const ownCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
