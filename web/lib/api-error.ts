import type { ErrorBody } from '#api/contract/error-body.ts';

/** Failures that have no answer of the server behind them. */
export type TransportCode = 'network.failed' | 'network.timeout' | 'network.unexpected';

/** A call that did not succeed. `status` is 0 where there was no answer; a cancelled call is an `AbortError` instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of `api/contract/errors.ts` or a `TransportCode`. */
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;
  readonly body: ErrorBody | null;

  constructor(code: string, status: number, body: ErrorBody | null = null, cause?: unknown) {
    super(body?.detail ?? code, { cause });
    this.code = code;
    this.status = status;
    this.detail = body?.detail ?? '';
    this.requestId = body?.request_id ?? null;
    this.body = body;
  }
}

/** What is kept of a failure for its sentence on screen. `retryAtMs`: when the next try is allowed, if the server has said so. */
export type Problem = { code: string; requestId: string | null; retryAtMs?: number };

/** The problem behind anything that was thrown. */
export function problemOf(error: unknown): Problem {
  const has = typeof error === 'object' && error !== null ? error : {};
  const code = 'code' in has && typeof has.code === 'string' ? has.code : 'unknown';
  const requestId = 'requestId' in has && typeof has.requestId === 'string' ? has.requestId : null;
  const retryAfterS = isApiError(error) ? error.body?.retry_after_s : undefined;
  return {
    code,
    requestId,
    ...(retryAfterS === undefined ? {} : { retryAtMs: Date.now() + retryAfterS * 1000 }),
  };
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/** Reads the error body; an answer that is not ours (a proxy's page) becomes `network.unexpected`. */
export async function responseToError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
    return new ApiError(body.code, response.status, body as ErrorBody);
  }
  return new ApiError('network.unexpected', response.status);
}
