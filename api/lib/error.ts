import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import type { ErrorBody } from '#api/contract/error-body.ts';

/** Extra fields of the error body that some codes carry. */
type ErrorExtra = Omit<ErrorBody, 'detail' | 'code' | 'request_id'>;

/** A failure that a client can act on. Thrown anywhere below a route; `app.ts` alone turns it into a response. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: ErrorExtra;

  constructor(code: ErrorCode, options: { cause?: unknown; extra?: ErrorExtra } = {}) {
    const [status, detail] = errorCatalogue[code];
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = status;
    this.extra = options.extra ?? {};
  }
}
