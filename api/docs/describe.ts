import { describeRoute, resolver } from 'hono-openapi';
import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import { errorBodySchema } from '#api/contract/error-body.ts';

type Answer = {
  schema?: z.ZodType;
  description?: string;
  /** Of bytes: one media type, or those that there are. */
  media?: string | readonly string[];
  /** Names of headers, and what they tell. */
  headers?: Record<string, string>;
};

type Route = Parameters<typeof describeRoute>[0];
type Options = {
  errors?: readonly ErrorCode[];
  guarded?: boolean;
  /** Of requests that no schema checks: bytes of this media type, or the fields of a form. */
  body?: { media: string; fields?: Record<string, z.ZodType>; required?: string[] };
  /** Headers of requests that no schema checks, and what they tell. */
  headers?: Record<string, string>;
};

const text = { type: 'string' } as const;
/** Bytes, in forms and answers. */
export const bytes = z.string().meta({ format: 'binary' });

function bodyOf({ media, fields, required = [] }: NonNullable<Options['body']>) {
  const properties = Object.entries(fields ?? {}).map(([name, schema]) => {
    const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return [name, shape];
  });
  const schema = fields
    ? { type: 'object', properties: Object.fromEntries(properties), required }
    : { ...text, format: 'binary' };
  return { required: true, content: { [media]: { schema } } } as Route['requestBody'];
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, description]) => ({ name, description, schema: text }));

/** Bytes that are sent whole or in ranges (`sendBytes`). */
export const wholeOrRange = (media: readonly string[]): Record<number, Answer> => ({
  200: { media },
  206: {
    media,
    description: 'The range that was asked for.',
    headers: { 'Content-Range': 'bytes a-b/length' },
  },
  304: { description: 'What the client has is the same (If-None-Match).' },
  416: { description: 'The range lies behind the end.', headers: { 'Content-Range': 'bytes */length' } },
});

/**
 * Describes a route for `/api/openapi.json`: the noun it belongs to, a sentence, its answers by status, and the error codes
 * that are its own. Routes behind the guard say `guarded`.
 */
export function describe(
  tag: string,
  summary: string,
  answers: Record<number, Answer>,
  options: Options = {},
) {
  const guardCodes: readonly ErrorCode[] = options.guarded ? ['auth.required', 'auth.token_expired'] : [];
  const codesByStatus = new Map<number, ErrorCode[]>();
  // the host is compared before any route is asked
  for (const code of ['request.host_mismatch', ...guardCodes, ...(options.errors ?? [])] as const) {
    const [status] = errorCatalogue[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const errors = [...codesByStatus].map(([status, codes]) => [
    status,
    { description: codes.join(', '), content: { 'application/json': { schema: resolver(errorBodySchema) } } },
  ]);
  const successes = Object.entries(answers).map(([status, { schema, description, media = [], headers }]) => [
    status,
    {
      description: description ?? summary,
      ...(schema ? { content: { 'application/json': { schema: resolver(schema) } } } : {}),
      ...(media.length > 0
        ? {
            content: Object.fromEntries(
              [media].flat().map((type) => [type, { schema: { ...text, format: 'binary' } }]),
            ),
          }
        : {}),
      ...(headers
        ? { headers: Object.fromEntries(headersOf(headers).map(({ name, ...header }) => [name, header])) }
        : {}),
    },
  ]);
  return describeRoute({
    tags: [tag],
    summary,
    responses: Object.fromEntries([...errors, ...successes]),
    ...(options.body ? { requestBody: bodyOf(options.body) } : {}),
    ...(options.headers
      ? { parameters: headersOf(options.headers).map((header) => ({ ...header, in: 'header' as const })) }
      : {}),
    ...(options.guarded ? { security: [{ bearer: [] }] } : {}),
  });
}
