import type { Context, MiddlewareHandler } from 'hono';
import { validator } from 'hono-openapi';
import type { z } from 'zod';
import type { ErrorCode } from '#api/contract/errors.ts';
import { AppError } from '#api/lib/error.ts';

type Issue = {
  message: string;
  code?: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
};
type Checked = { success: boolean; error?: readonly Issue[] };

const issuePath = (issue: Issue): string =>
  (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');

/** One place that turns a failed check into the error body (§10.2). */
function rejectInvalid(result: Checked): void {
  if (result.success) return;
  const errors = (result.error ?? []).map((issue) => ({ path: issuePath(issue), message: issue.message }));
  const title = (result.error ?? []).find((issue) => titlePaths.has(issuePath(issue)));
  throw new AppError(title ? titleCode(title) : 'request.invalid', { extra: { errors } });
}

const titlePaths = new Set(['title', 'session.title']);

/** Returns the error code for an invalid name of a session. */
function titleCode({ code, message }: Issue): ErrorCode {
  if (code === 'too_big') return 'session.title_too_long';
  const isMissing = code === 'too_small' || /received (undefined|null)$/.test(message);
  return isMissing ? 'session.title_required' : 'session.title_invalid';
}

const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses a body of another media type; the validator would treat it as an empty one. @throws AppError `request.media_type` */
function mustBeJson({ req }: Context): void {
  if (req.raw.body && !jsonType.test(req.header('content-type') ?? ''))
    throw new AppError('request.media_type');
}

/** JSON body by a schema of the contract; also what the description of the API shows. */
export const jsonBody = <S extends z.ZodType>(schema: S) =>
  validator('json', schema, (result, c) => {
    mustBeJson(c);
    rejectInvalid(result);
  });

/** Query by a schema of the contract. */
export const query = <S extends z.ZodType>(schema: S) => validator('query', schema, rejectInvalid);

/** Headers by a schema of the contract, their names in lower case. The typed client does not have to send them. */
export const headers = (schema: z.ZodType): MiddlewareHandler =>
  validator('header', schema, rejectInvalid) as MiddlewareHandler;
