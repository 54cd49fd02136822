import type { ErrorCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import { AppError } from './error.ts';

/** What a client keeps with us is bounded. @throws AppError with this code */
export function mustBeSmall(value: unknown, code: ErrorCode): void {
  if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > limits.maxKeptJsonBytes)
    throw new AppError(code);
}
