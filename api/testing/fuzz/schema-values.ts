import * as fc from 'fast-check';
import type { Json } from './json-text.ts';
import { nastyJson } from './nasty.ts';

/** What the API description says of a value: the JSON schema that a schema of `api/contract` becomes. */
export type Schema = {
  type?: string;
  enum?: Json[];
  const?: Json;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
};
/** Returns what a `$ref` names. */
export type Resolve = (ref: string) => Schema | undefined;

/** Deeper values are null, because some schemas contain themselves. */
const deepest = 7;
const mostItems = 4;

const dates = fc.constantFrom('2024-02-29T12:00:00Z', '2026-12-01T00:00:00.000Z', '1970-01-01T00:00:00Z');
const known: Record<string, fc.Arbitrary<string>> = {
  'date-time': dates,
  date: dates.map((date) => date.slice(0, 10)),
  uuid: fc.uuid({ version: 4 }),
  email: fc.constantFrom('petra@example.org', 'owner@example.org', "a'b+c@d-e.ch"),
  uri: fc.constantFrom('http://localhost/auth/callback', 'https://example.org/?a=b#c', 'data:,'),
};

function texts({ format, pattern, minLength = 0, maxLength = 1_000 }: Schema): fc.Arbitrary<string> {
  const ofFormat = known[format ?? ''];
  if (ofFormat) return ofFormat;
  if (pattern !== undefined) return matching(pattern);
  const most = Math.min(maxLength, 30);
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.string({ unit: 'grapheme', minLength: Math.min(minLength, most), maxLength: most }),
    },
    // The longest that is allowed, in characters of one and of two units.
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), '😀'.repeat(maxLength >> 1)) },
  );
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, /\\p\{/iu.test(pattern) ? 'u' : ''));
  } catch {
    // It has parts that cannot be generated, such as a look-ahead.
    return fc.string({ maxLength: 30 });
  }
}

function numbers({ type, minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
  const least = minimum ?? exclusiveMinimum ?? -1_000;
  const most = Math.max(least, maximum ?? 1e9);
  if (type === 'integer') {
    const [min, max] = [Math.ceil(least), Math.floor(most)];
    return fc.oneof(
      fc.integer({ min, max: Math.min(max, min + 20) }),
      fc.constantFrom(min, max),
      fc.integer({ min, max }),
    );
  }
  return fc.oneof(
    fc.double({ min: least, max: Math.min(most, least + 100), noNaN: true }),
    fc.constantFrom(least, most),
  );
}

function records(schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<Json> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valuesOf(each, resolve, depth + 1)]),
  );
  const named = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object') return named;
  const more = fc.dictionary(
    fc.string({ maxLength: 10 }),
    valuesOf(additionalProperties, resolve, depth + 1),
    {
      maxKeys: 3,
    },
  );
  return fc.tuple(more, named).map(([others, own]) => ({ ...others, ...own }));
}

/** Returns values that the schema allows, but for what a schema cannot say. */
export function valuesOf(schema: Schema, resolve: Resolve, depth = 0): fc.Arbitrary<Json> {
  if (depth > deepest) return fc.constant(null);
  const { enum: oneOf, anyOf = schema.oneOf, allOf } = schema;
  const below = (each: Schema) => valuesOf(each, resolve, depth + 1);
  if (schema.$ref !== undefined) return below(resolve(schema.$ref) ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (oneOf) return fc.constantFrom(...oneOf);
  if (anyOf) return fc.oneof(...anyOf.map(below));
  if (allOf) return below(Object.assign({}, ...allOf) as Schema);
  switch (schema.type) {
    case 'object':
      return records(schema, resolve, depth);
    case 'array': {
      const { items, prefixItems, minItems = 0, maxItems = mostItems } = schema;
      if (prefixItems) return fc.tuple(...prefixItems.map(below));
      const most = Math.max(minItems, Math.min(maxItems, mostItems));
      return fc.array(below(items ?? {}), { minLength: minItems, maxLength: most });
    }
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return nastyJson;
  }
}
