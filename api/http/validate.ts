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

/** Returns a route's own error code for an issue. `path` is the field, as `a.b`. */
export type CodeOf = (path: string, issue: Issue) => ErrorCode | undefined;

const issuePath = (issue: Issue): string =>
  (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');

/**
 * Turns a failed validation into the error body (§10.2). @throws AppError `request.invalid`, or the code of `codeOf`
 */
function rejectInvalid(result: Checked, codeOf: CodeOf = () => undefined): void {
  if (result.success) return;
  const issues = result.error ?? [];
  const errors = issues.map((issue) => ({ path: issuePath(issue), message: issue.message }));
  const [code = 'request.invalid'] = issues.flatMap((issue) => codeOf(issuePath(issue), issue) ?? []);
  throw new AppError(code, { extra: { errors } });
}

const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/**
 * Rejects bodies of other media types, which the validator would treat as empty. @throws AppError `request.media_type`
 */
function mustBeJson({ req }: Context): void {
  // The media type is checked first, because reading `raw.body` makes a web stream of the body.
  if (!jsonType.test(req.header('content-type') ?? '') && req.raw.body)
    throw new AppError('request.media_type');
}

/** Validates a JSON body. The schema also appears in the API description. */
export const jsonBody = <S extends z.ZodType>(schema: S, codeOf?: CodeOf) =>
  validator('json', schema, (result, c) => {
    mustBeJson(c);
    rejectInvalid(result, codeOf);
  });

export const query = <S extends z.ZodType>(schema: S) =>
  validator('query', schema, (result) => rejectInvalid(result));

/**
 * Validates headers, with names in lower case. Its type does not name them, so that the typed client may leave them
 * out.
 */
export const headers = (schema: z.ZodType): MiddlewareHandler =>
  validator('header', schema, (result) => rejectInvalid(result)) as MiddlewareHandler;
