import { describeRoute, resolver } from 'hono-openapi';
import type { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import { errorBodySchema } from '#api/contract/error-body.ts';

type Answer = { schema?: z.ZodType; description?: string; media?: string };

/**
 * Describes a route for `/api/openapi.json`: the noun it belongs to, a sentence, its answers by status, and the error codes
 * that are its own. Routes behind the guard say `guarded`.
 */
export function describe(
  tag: string,
  summary: string,
  answers: Record<number, Answer>,
  options: { errors?: readonly ErrorCode[]; guarded?: boolean } = {},
) {
  const guardCodes: readonly ErrorCode[] = options.guarded ? ['auth.required', 'auth.token_expired'] : [];
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of [...guardCodes, ...(options.errors ?? [])]) {
    const [status] = errorCatalogue[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const errors = [...codesByStatus].map(([status, codes]) => [
    status,
    { description: codes.join(', '), content: { 'application/json': { schema: resolver(errorBodySchema) } } },
  ]);
  const successes = Object.entries(answers).map(([status, { schema, description, media }]) => [
    status,
    {
      description: description ?? summary,
      ...(schema ? { content: { 'application/json': { schema: resolver(schema) } } } : {}),
      ...(media ? { content: { [media]: { schema: { type: 'string', format: 'binary' } } } } : {}),
    },
  ]);
  return describeRoute({
    tags: [tag],
    summary,
    responses: Object.fromEntries([...errors, ...successes]),
    ...(options.guarded ? { security: [{ bearer: [] }] } : {}),
  });
}
