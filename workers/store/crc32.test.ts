import { crc32 as zlibCrc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

it('agrees with zlib, however the bytes are split', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcb_f4_39_26);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, at) => {
      expect(crc32(bytes.subarray(0, at), bytes.subarray(at))).toBe(zlibCrc32(bytes));
    }),
  );
});
