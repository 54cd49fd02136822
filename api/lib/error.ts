import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import type { ErrorBody } from '#api/contract/error-body.ts';

/** Extra fields of the error body that some codes carry. */
type ErrorExtra = Omit<ErrorBody, 'detail' | 'code' | 'request_id'>;

/**
 * A refusal by code, for a client that can act on it. It knows nothing of HTTP: any part of the server may throw it, and
 * `http/error-response.ts` alone turns it into a response.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly extra: ErrorExtra;

  constructor(code: ErrorCode, options: { cause?: unknown; extra?: ErrorExtra } = {}) {
    const [, detail] = errorCatalogue[code];
    super(detail, { cause: options.cause });
    this.code = code;
    this.extra = options.extra ?? {};
  }
}
