import * as fc from 'fast-check';
import { RawJson, type Json } from './json-text.ts';

const protoNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length'];

/** Numbers as text, also such as no program should send. */
const numberTexts = [
  '-1',
  '0',
  '-0',
  '00',
  '0.5',
  '1e3',
  '1e999',
  '-1e999',
  '1e-999',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '1.7976931348623157e308',
  '5e-324',
];
const notJsonNumbers = ['NaN', 'Infinity', '-Infinity', '0x10', '1_000', '٣', ' 1', '1 ', '+1', '1n', ''];

export const nastyNumberText = fc.constantFrom(...numberTexts, ...notJsonNumbers);

/** Texts at which programs stumble: NUL, lone surrogates, direction marks, names of prototypes, markup, and long ones. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(...protoNames) },
  { weight: 2, arbitrary: nastyNumberText },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\udfff\ud800',
      'a\ud83d',
      '\ufeff',
      '\u202eabc',
      '\u2028',
      'ß\u0301İ',
      '\r\nX-Injected: 1',
      '../../../etc/passwd',
      '..\\..',
      '%',
      '%00',
      '%_\\',
      `"' OR 1=1 --`,
      '"',
      '"unclosed',
      'a* OR NEAR(b c) -d ^e :f',
      '{{x}}${x}<%x%>',
      '<script>alert(1)</script>',
      '![x](javascript:alert(1))',
      '0000-00-00T00:00:00Z',
      '2024-02-30',
      '9999-12-31T23:59:59.999Z',
      '+275760-09-13T00:00:00.001Z',
      'de-CH-1901-x-a',
      'null',
      'undefined',
      'true',
      '[object Object]',
      '*',
      '*.example.org',
      'xn--a.example',
      '[::1]',
      'http://[',
      'https://a@b/?c#d',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', '😀', '\0', '\ud800', '[', '*', '> ', '\n'),
        fc.constantFrom(65, 300, 3_000, 70_000),
      )
      .map(([unit, times]) => unit.repeat(times)),
  },
);

const depths = fc.constantFrom(30, 100, 1_000, 7_000, 31_000);
const deepJson = fc.oneof(
  depths.map((depth) => new RawJson('['.repeat(depth) + ']'.repeat(depth))),
  depths.map((depth) => new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
);

/** JSON values of all types, and JSON text that no value makes. */
export const nastyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...numberTexts.filter((text) => text !== '00'))
      .map((text) => new RawJson(text)),
  },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [null], [[]], { '': '' }) },
  { weight: 2, arbitrary: deepJson },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '"\\ud800"',
        '"\\u0000"',
        '{"__proto__":{"polluted":1}}',
        '{"constructor":{"prototype":{"polluted":1}}}',
        '{"a":1,"a":2}',
        '{"toJSON":1,"then":1,"length":-1}',
        `[${'0,'.repeat(20_000)}0]`,
        `{${Array.from({ length: 2_000 }, (_, at) => `"k${at}":0`).join(',')}}`,
      )
      .map((text) => new RawJson(text)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
);

/** Keys of fields that no schema names. */
export const nastyKey = fc.oneof(
  fc.constantFrom(...protoNames, '', 'id', 'user_id', 'host', 'toJSON'),
  nastyText,
);

/** Bytes that are no JSON text, or none that ends. */
export const nastyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '',
      ' ',
      '{',
      '[',
      '"',
      '{"a":',
      '{"a":}',
      "{'a':1}",
      '{"a":1}}',
      'NaN',
      '01',
      'undefined',
      '\ufeff{}',
      '\0',
      '['.repeat(31_000),
      '{"a":'.repeat(10_000),
      'x'.repeat(70_000),
      'a=b&a=c&__proto__=d',
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22])),
);

/** A segment of a path as it stands in an address. */
export const nastySegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...protoNames,
    '%',
    '%0',
    '%00',
    '%ff',
    '%E0%A4%A',
    '%2e%2e%2f%2e%2e',
    '..%2f',
    '%2F',
    '%5c',
    '.',
    '',
    '%20',
    ';a=b',
  ),
  nastyNumberText.map(encodeURIComponent),
  fc.constantFrom('a', '%C3%A4', '%F0%9F%98%80').map((unit) => unit.repeat(700)),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map(encodeURIComponent),
);
