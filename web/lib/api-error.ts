import type { ErrorBody } from '#api/contract/error-body.ts';
import { referenceOf } from './error-reference.ts';

/** A failed call. `status` is 0 if there was no answer. A cancelled call throws `AbortError` instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * A code of `api/contract/errors.ts`. Without an answer of the API it is `network.failed`, `network.timeout` or
   * `network.unexpected`.
   */
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;
  /** Time at which the next try is allowed, ms since the epoch. Undefined if the server has not said it. */
  readonly retryAtMs: number | undefined;
  readonly body: ErrorBody | null;

  constructor(code: string, status: number, body: ErrorBody | null = null, cause?: unknown) {
    super(body?.detail ?? code, { cause });
    this.code = code;
    this.status = status;
    this.detail = body?.detail ?? '';
    this.requestId = body?.request_id ?? null;
    const retryAfterS = body?.retry_after_s;
    this.retryAtMs = retryAfterS === undefined ? undefined : Date.now() + retryAfterS * 1000;
    this.body = body;
  }
}

/**
 * The parts of a failure that its message needs. `requestId`: the reference under which a log has the cause, on the server or
 * in the console of the browser. `retryAtMs`: as in `ApiError`.
 */
export type Problem = { code: string; requestId: string | null; retryAtMs?: number };

/**
 * Reads the problem from anything that was thrown, or from another problem. If it has no code, the code is `unknown`, and
 * the console has it under the reference.
 */
export function problemOf(error: unknown): Problem {
  const has = typeof error === 'object' && error !== null ? error : {};
  // An answer began but did not end in time.
  if (isNamed(error, 'TimeoutError')) return { code: 'network.timeout', requestId: null };
  if (!('code' in has) || typeof has.code !== 'string')
    return { code: 'unknown', requestId: isAbort(error) ? null : referenceOf(error) };
  const { code } = has;
  const requestId = 'requestId' in has && typeof has.requestId === 'string' ? has.requestId : null;
  const retryAtMs = 'retryAtMs' in has && typeof has.retryAtMs === 'number' ? has.retryAtMs : undefined;
  return { code, requestId, ...(retryAtMs === undefined ? {} : { retryAtMs }) };
}

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof DOMException && error.name === name;

export const isAbort = (error: unknown): boolean => isNamed(error, 'AbortError');

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/**
 * Converts an error answer. If it does not come from the API, such as the page of a proxy, the code is
 * `network.unexpected`.
 */
export async function responseToError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
    return new ApiError(body.code, response.status, body as ErrorBody);
  }
  return new ApiError('network.unexpected', response.status);
}
