import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import type { ErrorBody } from '#api/contract/error-body.ts';

/** Extra fields of the error body that some codes carry. */
type ErrorExtra = Omit<ErrorBody, 'detail' | 'code' | 'request_id'>;

/**
 * A refusal that a client can act on, independent of HTTP: any layer may throw it, and only `http/error-response.ts`
 * turns it into a response.
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
