import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChunkFile } from './chunk-file.ts';

const contentOf = (parts: Uint8Array[]) => parts.flatMap((part) => [...part]);

describe('a chunk file', () => {
  it('holds what a plain array would, however it is written, with seeks back', () => {
    const writes = fc.array(
      fc.record({ bytes: fc.uint8Array({ maxLength: 40 }), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(writes, (list) => {
        const file = createChunkFile(16);
        const plain: number[] = [];
        for (const { bytes, at } of list) {
          const position = Math.floor(at * plain.length);
          file.write(bytes, position);
          plain.splice(position, bytes.length, ...bytes);
        }
        expect(contentOf(file.parts())).toEqual(plain);
        expect(file.length).toBe(plain.length);
      }),
    );
  });

  it('has no holes', () => {
    expect(() => createChunkFile().write(new Uint8Array(1), 5)).toThrow(RangeError);
  });
});
