import type { ErrorCode } from '#api/contract/errors.ts';
import { isShallow, maxJsonDepth } from '#api/contract/json-depth.ts';
import { limits } from '#api/contract/limits.ts';
import { AppError } from './error.ts';

/**
 * Checks the size and the depth of JSON that a client wants to store.
 * @throws AppError with `code` if it is too large, `request.invalid` if it is too deep
 */
export function mustBeSmall(value: unknown, code: ErrorCode): void {
  if (value === undefined) return;
  if (!isShallow(value)) {
    const errors = [{ path: '', message: `JSON with ${maxJsonDepth} levels at most.` }];
    throw new AppError('request.invalid', { extra: { errors } });
  }
  if (Buffer.byteLength(JSON.stringify(value)) > limits.maxStoredJsonBytes) throw new AppError(code);
}
