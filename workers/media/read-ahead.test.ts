import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

const mebibyte = 1 << 20;
const octets = Uint8Array.from({ length: 2.5 * mebibyte }, (_, i) => (i * 7) ^ (i >> 8));

async function read(from?: number, to?: number): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of readAhead(new Blob([octets]), from, to)) parts.push(part);
  return parts;
}

describe('reading ahead', () => {
  it.each([
    [0, undefined, 3],
    [5, undefined, 3],
    [mebibyte, 2 * mebibyte, 1],
    [2 * mebibyte, 2 * mebibyte + 1, 1],
    [octets.length, undefined, 0],
  ])('gives the octets from %i to %o in slices', async (from, to, slices) => {
    const parts = await read(from, to);
    expect(parts).toHaveLength(slices);
    expect(Buffer.concat(parts).equals(octets.subarray(from, to))).toBe(true);
  });

  it('asks for one slice more than was taken, and ends with its failure', async () => {
    let asked = 0;
    const gone = {
      size: octets.length,
      slice: () => ({
        bytes: () =>
          asked++ < 1 ? Promise.resolve(octets.subarray(0, mebibyte)) : Promise.reject(new Error('gone')),
      }),
    } as unknown as Blob;
    const slices = readAhead(gone);
    await slices.next();
    expect(asked).toBe(2);
    await expect(slices.next()).rejects.toThrow('gone');
  });
});
