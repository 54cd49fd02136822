import { describe, expect, it } from 'vitest';
import { blobInPieces } from '#workers/testing/blob-in-pieces.ts';
import { piecesOf } from './blob-pieces.ts';

const mebibyte = 1 << 20;
const octets = Uint8Array.from({ length: 2.5 * mebibyte }, (_, i) => (i * 7) ^ (i >> 8));

async function read(blob: Blob) {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(blob)) pieces.push(piece);
  return { lengths: pieces.map(({ length }) => length), isWhole: Buffer.concat(pieces).equals(octets) };
}

describe('the pieces of a blob', () => {
  it('are those of its stream', async () => {
    const blob = blobInPieces(octets, [mebibyte, 1.5 * mebibyte]);
    expect(await read(blob)).toEqual({ lengths: [mebibyte, 1.5 * mebibyte], isWhole: true });
    expect((await read(new Blob([octets]))).isWhole).toBe(true);
    expect((await read(new Blob([]))).lengths).toEqual([]);
  });

  it('go on slice by slice where the stream fails', async () => {
    const blob = blobInPieces(octets, [mebibyte], { failsAt: 1 });
    expect(await read(blob)).toEqual({ lengths: [mebibyte, mebibyte, mebibyte / 2], isWhole: true });
  });

  it('end with what the browser says of the file, which a stream does not tell', async () => {
    const gone = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    const blob = blobInPieces(octets, [mebibyte], { failsAt: 1, read: gone });
    await expect(read(blob)).rejects.toMatchObject({ name: 'NotReadableError' });
  });

  it('are no longer asked for once nobody wants them', async () => {
    let cancelled = 0;
    const stream = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(octets.subarray(0, 9)),
        cancel: () => void cancelled++,
      });
    const pieces = piecesOf({ size: octets.length, stream } as unknown as Blob);
    expect((await pieces.next()).value).toHaveLength(9);
    await pieces.return();
    expect(cancelled).toBe(1);
  });
});
