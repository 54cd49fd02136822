import * as fc from 'fast-check';
import type { FuzzRoute } from './fuzz-routes.ts';
import { toJsonText, type Json } from './json-text.ts';
import { moreBodies } from './more-bodies.ts';
import { mutated, mutation } from './mutations.ts';
import { nastyBytes, nastyJson, nastyText } from './nasty.ts';
import { valuesOf, type Schema } from './schema-values.ts';

export type FuzzBody = { type: string; bytes: Buffer };

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const boundary = 'the-boundary';

const mutations = fc.array(mutation, { maxLength: 2 });

/** Generates JSON text: values that fit the schema, good bodies with up to two changes, and values of any kind. */
function jsonTexts(
  schema: Schema,
  resolve: FuzzRoute['resolve'],
  good: readonly Json[] = [],
): fc.Arbitrary<Buffer> {
  const valid = valuesOf(schema, resolve);
  const value = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(valid, mutations).map(([value, changes]) => mutated(value, changes)) },
    ...(good.length === 0
      ? []
      : [
          {
            weight: 5,
            arbitrary: fc
              .tuple(fc.constantFrom(...good), mutations)
              .map(([value, changes]) => mutated(value, changes)),
          },
        ]),
    { weight: 1, arbitrary: nastyJson },
  );
  return fc.oneof(
    { weight: 9, arbitrary: value.map((each) => Buffer.from(toJsonText(each))) },
    { weight: 1, arbitrary: nastyBytes },
  );
}

type Part = { head: string; content: Buffer };
const heads = (name: string, isFile: boolean) =>
  fc.oneof(
    { weight: isFile ? 1 : 10, arbitrary: fc.constant(`name="${name}"`) },
    {
      weight: isFile ? 10 : 1,
      arbitrary: fc.constant(`name="${name}"; filename="a.mp3"\r\nContent-Type: audio/mpeg`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'name=""',
        'filename="x"',
        '',
        `name="${name}"; filename=""`,
        `name="${name}"; filename*=UTF-8''%ff%E4`,
        `name="${name}"; filename="../../x\0"`,
        `name="${name}"\r\nContent-Type: ;;;`,
        `name="${name}"\r\nContent-Transfer-Encoding: base64`,
        'name="__proto__"',
        `name="${'n'.repeat(3_000)}"`,
      ),
    },
  );

/** Generates multipart bodies with the fields of the schema. Some fields are missing, repeated or malformed. */
function multiparts(schema: Schema, { resolve, sent }: FuzzRoute): fc.Arbitrary<Buffer> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]): fc.Arbitrary<Part> => {
    const content =
      field.type === 'object'
        ? jsonTexts(field, resolve, [JSON.parse(String(sent.form?.[name] ?? '{}')) as Json])
        : fc.oneof(
            nastyText.map((text) => Buffer.from(text)),
            fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
          );
    return fc.record({ head: heads(name, field.format === 'binary'), content });
  });
  const ends = fc.oneof(
    { weight: 8, arbitrary: fc.constant(`--${boundary}--\r\n`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', `--${boundary}`, `--${boundary}--`, `--${boundary}\r\nContent-Disp`),
    },
  );
  const parts = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(...fields) },
    { weight: 2, arbitrary: fc.array(fc.oneof(...fields), { maxLength: 4 }) },
  );
  return fc
    .tuple(parts, ends)
    .map(([all, end]) =>
      Buffer.concat([
        ...all.flatMap(({ head, content }) => [
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
          content,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(end),
      ]),
    );
}

/** Parameters that an OpenID provider reads (RFC 6749, OpenID Connect Core 1.0), each with values to choose from. */
const oauthFields: Record<string, readonly string[]> = {
  grant_type: ['authorization_code', 'refresh_token', 'client_credentials', 'password', 'implicit'],
  client_id: ['wortlaut', 'x'],
  client_secret: ['x'],
  code: ['none'],
  code_verifier: ['v'.repeat(43)],
  code_challenge: ['c'.repeat(43)],
  code_challenge_method: ['S256', 'plain'],
  refresh_token: ['none'],
  token: ['none'],
  token_type_hint: ['access_token'],
  redirect_uri: ['http://localhost/auth/callback', 'javascript:x', 'http://['],
  response_type: ['code', 'id_token token', 'none'],
  response_mode: ['form_post', 'fragment', 'query', 'web_message'],
  scope: ['openid', 'openid profile email offline_access', ''],
  prompt: ['none', 'login', 'consent', 'select_account none'],
  max_age: ['0', '-1', '1e999'],
  claims: ['{"id_token":null}', '{"userinfo":{"__proto__":1}}', '[', '{}'],
  id_token_hint: ['x.y.z'],
  login_hint: ['x'],
  ui_locales: ['de-CH x'],
  request: ['x.y.z', 'eyJhbGciOiJub25lIn0.e30.'],
  request_uri: ['urn:x', 'http://localhost/x'],
  state: ['x'],
  nonce: ['x'],
  post_logout_redirect_uri: ['http://localhost/'],
  logout: ['yes'],
  client_assertion_type: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
  client_assertion: ['x.y.z'],
};
/** Percent-encodes a text. A lone surrogate becomes U+FFFD, because `encodeURIComponent` throws on it. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Generates such parameters as the text of a form or a query: pairs joined by `&`. */
export const oauthText: fc.Arbitrary<string> = fc
  .array(
    fc
      .constantFrom(...Object.keys(oauthFields))
      .chain((name) =>
        fc
          .oneof(
            { weight: 4, arbitrary: fc.constantFrom(...(oauthFields[name] ?? [])) },
            { weight: 1, arbitrary: nastyText },
          )
          .map((value) => `${name}=${encoded(value)}`),
      ),
    { maxLength: 9 },
  )
  .map((pairs) => pairs.join('&'));

/** Returns a generator of bodies for a route; null if its method takes no body. */
export function bodiesOf(route: FuzzRoute): fc.Arbitrary<FuzzBody> | null {
  const { name, method, body, sent, resolve } = route;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return null;
  const typed = (type: string, bytes: fc.Arbitrary<Buffer>) =>
    bytes.map((each): FuzzBody => ({ type, bytes: each }));
  if (name.endsWith('/oidc/*'))
    return typed(
      formType,
      oauthText.map((text) => Buffer.from(text)),
    );
  const form = body['multipart/form-data']?.schema;
  if (form) return typed(`multipart/form-data; boundary=${boundary}`, multiparts(form, route));
  const bytes = fc.oneof(
    nastyBytes,
    fc.uint8Array({ maxLength: 3_000 }).map((all) => Buffer.from(all)),
    fc.constant(Buffer.alloc(8_000_001)),
  );
  if ('application/offset+octet-stream' in body) return typed('application/offset+octet-stream', bytes);
  // A route that takes no body gets one sometimes.
  const good = [...(sent.json === undefined ? [] : [sent.json as Json]), ...moreBodies(name)];
  return typed(jsonType, jsonTexts(body[jsonType]?.schema ?? {}, resolve, good));
}
