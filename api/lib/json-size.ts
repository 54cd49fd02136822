import type { ErrorCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import { AppError } from './error.ts';

/** Checks the size of JSON that a client wants to store. @throws AppError with `code` if it is too large */
export function mustBeSmall(value: unknown, code: ErrorCode): void {
  if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > limits.maxStoredJsonBytes)
    throw new AppError(code);
}
