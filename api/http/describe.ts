import { describeRoute, resolver } from 'hono-openapi';
import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import { errorBodySchema } from '#api/contract/error-body.ts';

type Answer = {
  schema?: z.ZodType;
  description?: string;
  media?: string | readonly string[];
  headers?: Record<string, string>;
};

type Route = Parameters<typeof describeRoute>[0];
type Options = {
  errors?: readonly ErrorCode[];
  guarded?: boolean;
  /** Callers without credentials may use the route too, on hosts that let phones join without a sign-in (`forGuests`). */
  takesGuests?: boolean;
  /** A body that no schema checks: bytes of this media type, or the fields of a form. */
  body?: { media: string; fields?: Record<string, z.ZodType>; required?: string[]; isOptional?: boolean };
  /** Description of each request header that no schema checks. */
  headers?: Record<string, string>;
};

const text = { type: 'string' } as const;
export const fileSchema = z.string().meta({ format: 'binary' });

function bodyOf({ media, fields, required = [], isOptional = false }: NonNullable<Options['body']>) {
  const properties = Object.entries(fields ?? {}).map(([name, schema]) => {
    const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return [name, shape];
  });
  const schema = fields
    ? { type: 'object', properties: Object.fromEntries(properties), required }
    : { ...text, format: 'binary' };
  return { required: !isOptional, content: { [media]: { schema } } } as Route['requestBody'];
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, description]) => ({ name, description, schema: text }));

/** Response headers that come with all errors of a status. */
const errorHeaders: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  429: { 'Retry-After': 'Seconds until the next try is allowed.' },
  503: { 'Retry-After': 'Seconds until the next try is worth it.' },
};

const responseHeaders = (headers: Record<string, string> | undefined) =>
  headers
    ? { headers: Object.fromEntries(headersOf(headers).map(({ name, ...header }) => [name, header])) }
    : {};

/** Request headers of a route that sends bytes with `sendBytes`. */
export const rangeRequest = {
  Range: 'bytes=a-b: one range (RFC 9110 §14).',
  'If-None-Match': 'The ETag of what the client has.',
};

/** Answers of a route that sends bytes with `sendBytes`, whole or in ranges. */
export const wholeOrRange = (media: readonly string[]): Record<number, Answer> => ({
  200: { media, headers: { ETag: 'Changes when the bytes change.', 'Accept-Ranges': 'bytes' } },
  206: {
    media,
    description: 'The range that was asked for.',
    headers: { 'Content-Range': 'bytes a-b/length' },
  },
  304: { description: 'What the client has is the same (If-None-Match).' },
  416: { description: 'The range lies behind the end.', headers: { 'Content-Range': 'bytes */length' } },
});

/**
 * Describes a route for `/api/openapi.json`: tag, summary, responses by status, and its own error codes. `guarded`: the
 * route requires a user.
 */
export function describe(
  tag: string,
  summary: string,
  answers: Record<number, Answer>,
  options: Options = {},
) {
  const guardCodes: readonly ErrorCode[] = options.guarded ? ['auth.required', 'auth.token_expired'] : [];
  const codesByStatus = new Map<number, ErrorCode[]>();
  // Any route may return `request.host_mismatch`, because the host is checked before routing.
  for (const code of ['request.host_mismatch', ...guardCodes, ...(options.errors ?? [])] as const) {
    const [status] = errorCatalogue[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const errors = [...codesByStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: resolver(errorBodySchema) } },
      ...responseHeaders(errorHeaders[status]),
    },
  ]);
  const successes = Object.entries(answers).map(([status, { schema, description, media = [], headers }]) => [
    status,
    {
      description: description ?? summary,
      ...(schema || media.length > 0
        ? {
            content: {
              ...(schema ? { 'application/json': { schema: resolver(schema) } } : {}),
              ...Object.fromEntries(
                [media].flat().map((type) => [type, { schema: { ...text, format: 'binary' } }]),
              ),
            },
          }
        : {}),
      ...responseHeaders(headers),
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
    ...(options.guarded ? { security: [{ bearer: [] }, ...(options.takesGuests ? [{}] : [])] } : {}),
  });
}
