import * as fc from 'fast-check';
import { encode } from '#api/testing/test-upload-client.ts';
import { nastyNumberText, nastyText } from './nasty.ts';

/** A header that is set, or added to what is there. */
export type HeaderChange = { name: string; value: string; isAdded: boolean };

// A value is bytes without controls; others no client can send through HTTP libraries. `raw-requests.ts` sends them.
const latin = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 20,
  })
  .map((codes) => String.fromCharCode(...codes));
const anyValue = fc.oneof(
  { weight: 4, arbitrary: latin },
  { weight: 2, arbitrary: nastyNumberText.map((text) => text.replaceAll(/[^\x20-\xff]/g, '?')) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '\t',
      ',',
      ',,',
      ';',
      '"',
      '=',
      '*',
      '__proto__',
      'a, b',
      'x'.repeat(20_000),
    ),
  },
);
const tags = fc.constantFrom('*', '"x"', 'W/"x"', '"a", "b"', '"', 'W/', '""', '"*"');
const hosts = fc.constantFrom(
  'localhost',
  'b.example',
  'leer.example',
  'none.example',
  '*.example',
  '[::1]',
  '[',
  'a..b',
  '-',
  'localhost:99999',
  'a@b',
  'xn--',
);

const metadata = fc
  .dictionary(
    fc.constantFrom('session_id', 'file_name', 'file_type', 'x'),
    nastyText.map((text) => text.slice(0, 500)),
  )
  .map(encode);

const values: Record<string, fc.Arbitrary<string>> = {
  range: fc.constantFrom(
    'bytes=0-',
    'bytes=-0',
    'bytes=-1',
    'bytes=1-0',
    'bytes=0-0,1-1',
    'bytes=0-99999999999999999999',
    'bytes=99999999999999999999-',
    'bytes=-99999999999999999999',
    'bytes= 0 - 1 ',
    'bytes=a-b',
    'lines=0-1',
  ),
  'if-range': tags,
  'if-match': tags,
  'if-none-match': tags,
  'if-modified-since': fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', '0', 'never'),
  'content-type': fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/JSON;charset=x;charset=y',
    'application/vnd.api+json',
    'text/plain',
    'text/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'b'.repeat(500)}`,
    'application/x-www-form-urlencoded',
    'application/offset+octet-stream',
    'application/octet-stream',
    'a',
    '/',
  ),
  'content-length': nastyNumberText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
  accept: fc.constantFrom('*/*', 'text/html', 'text/event-stream', 'application/json;q=0', ';q=x'),
  'accept-encoding': fc.constantFrom('gzip;q=x', '*;q=0', 'br, gzip', 'identity;q=0'),
  'accept-language': fc.constantFrom('de-CH, fr;q=9', '*', '-', 'x-'),
  authorization: fc.constantFrom(
    'Bearer',
    'Bearer ',
    'Bearer x.y.z',
    'Bearer a b',
    'Basic eDp5',
    `Bearer ${'a.'.repeat(5_000)}`,
  ),
  cookie: fc.constantFrom(
    '',
    '=',
    '__proto__=x',
    '_interaction=x; _session=%',
    'a'.repeat(9_000),
    '_session=a; _session=b',
  ),
  host: hosts,
  'x-forwarded-host': hosts,
  'x-client-host': hosts,
  'x-forwarded-for': fc.constantFrom(
    '1.2.3.4',
    '::1',
    '[::1]:80',
    '::ffff:1.2.3.4',
    ':::',
    '1',
    ', ,',
    'fe80::1%eth0',
  ),
  'x-forwarded-proto': fc.constantFrom('https', 'x'),
  'x-http-method-override': fc.constantFrom('DELETE', 'PATCH', 'HEAD', 'OPTIONS', '__proto__'),
  'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('x', '00000000-0000-0000-0000-000000000000')),
  prefer: fc.constantFrom(
    'return=minimal',
    'return="minimal"',
    'return',
    ';',
    'return=minimal, return=representation',
  ),
  origin: fc.constantFrom('null', 'http://other.example', '://'),
  referer: fc.constantFrom('http://', 'x'),
  'last-event-id': fc.constantFrom('0', '-1', 'x'),
  expect: fc.constantFrom('100-continue', 'x'),
  'tus-resumable': fc.constantFrom('1.0.0', '0.2.2', 'x'),
  'upload-length': nastyNumberText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
  'upload-offset': nastyNumberText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
  'upload-defer-length': fc.constantFrom('1', '0', '2', 'x'),
  'upload-metadata': fc.oneof(
    metadata,
    fc.constantFrom(
      'session_id',
      'session_id %%%',
      'a b c',
      ', ,',
      '__proto__ eA==',
      'session_id eA==,session_id eQ==',
    ),
  ),
  'upload-concat': fc.constantFrom('partial', 'final;/a /b', 'x'),
  'upload-checksum': fc.constantFrom('sha1 x', 'md5', 'crc32 eA=='),
};

const forTus = Object.keys(values).filter((name) => /^(upload|tus)-|^content-(type|length)/.test(name));

/** Changes of headers: of those that the route reads more often, of any other sometimes. */
export function headerChanges(read: readonly string[], isTus: boolean): fc.Arbitrary<HeaderChange[]> {
  const often = [...read.map((name) => name.toLowerCase()), ...(isTus ? forTus : [])];
  const names = fc.oneof(...(often.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...often) }] : []), {
    weight: 1,
    arbitrary: fc.constantFrom(...Object.keys(values)),
  });
  const change = names.chain((name) =>
    fc.record({
      name: fc.constant(name),
      value: values[name]
        ? fc.oneof({ weight: 3, arbitrary: values[name] }, { weight: 1, arbitrary: anyValue })
        : anyValue,
      isAdded: fc.boolean(),
    }),
  );
  return fc.array(change, { minLength: 1, maxLength: 3 });
}
