import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AppEnv } from './app-env.ts';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import { toStorageError } from '#api/storage/storage-error.ts';

/** Errors that the administrator can fix. They are logged as warnings without a stack, all others only at debug. */
const forAdministrator: ReadonlySet<ErrorCode> = new Set([
  'auth.provider_unreachable',
  'share.mail_failed',
  'upload.disk_full',
  'storage.full',
  'storage.busy',
  'storage.damaged',
]);

function logFailure(log: Log, thrown: unknown, { code, cause }: AppError, status: number): void {
  if (status === 500) log.error({ err: thrown, code }, 'request failed');
  else if (forAdministrator.has(code)) log.warn({ code }, 'request refused');
  else log.debug({ err: cause, code }, 'request refused');
}

/** Turns any error into a response. Unexpected errors are logged and their message is not sent. */
export function errorToResponse(error: unknown, c: Context<AppEnv>): Response {
  const known = toAppError(error);
  const [status] = errorCatalogue[known.code];
  logFailure(c.get('log'), error, known, status);
  const body: ErrorBody = {
    detail: known.message,
    code: known.code,
    request_id: c.get('requestId'),
    ...known.extra,
  };
  if (known.extra.retry_after_s !== undefined) c.header('Retry-After', String(known.extra.retry_after_s));
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  c.header('Cache-Control', 'no-store');
  return c.json(body, status);
}

function toAppError(thrown: unknown): AppError {
  const error = toStorageError(thrown);
  if (error instanceof AppError) return error;
  // The framework throws these before our schemas run, for example for invalid JSON.
  if (error instanceof HTTPException && error.status < 500)
    return new AppError('request.invalid', {
      cause: error,
      extra: { errors: [{ path: '', message: error.message }] },
    });
  return new AppError('request.failed', { cause: error });
}
