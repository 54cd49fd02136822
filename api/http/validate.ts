import type { Context, MiddlewareHandler } from 'hono';
import { validator } from 'hono-openapi';
import type { z } from 'zod';
import type { ErrorCode } from '#api/contract/errors.ts';
import { AppError } from '#api/lib/error.ts';

/** What a schema does not like about a value. */
export type Issue = {
  message: string;
  code?: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
};
type Checked = { success: boolean; error?: readonly Issue[] };

/** The code of a route's own for an issue; undefined: none. `path`: of the field, as `a.b`. */
export type CodeOf = (path: string, issue: Issue) => ErrorCode | undefined;

const issuePath = (issue: Issue): string =>
  (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');

/** One place that turns a failed check into the error body (§10.2). @throws AppError `request.invalid`, or what `codeOf` says */
function rejectInvalid(result: Checked, codeOf: CodeOf = () => undefined): void {
  if (result.success) return;
  const issues = result.error ?? [];
  const errors = issues.map((issue) => ({ path: issuePath(issue), message: issue.message }));
  const [code = 'request.invalid'] = issues.flatMap((issue) => codeOf(issuePath(issue), issue) ?? []);
  throw new AppError(code, { extra: { errors } });
}

const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses a body of another media type; the validator would treat it as an empty one. @throws AppError `request.media_type` */
function mustBeJson({ req }: Context): void {
  if (req.raw.body && !jsonType.test(req.header('content-type') ?? ''))
    throw new AppError('request.media_type');
}

/** JSON body by a schema of the contract; also what the description of the API shows. */
export const jsonBody = <S extends z.ZodType>(schema: S, codeOf?: CodeOf) =>
  validator('json', schema, (result, c) => {
    mustBeJson(c);
    rejectInvalid(result, codeOf);
  });

/** Query by a schema of the contract. */
export const query = <S extends z.ZodType>(schema: S) =>
  validator('query', schema, (result) => rejectInvalid(result));

/** Headers by a schema of the contract, their names in lower case. The typed client does not have to send them. */
export const headers = (schema: z.ZodType): MiddlewareHandler =>
  validator('header', schema, (result) => rejectInvalid(result)) as MiddlewareHandler;
