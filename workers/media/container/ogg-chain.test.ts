import { describe, expect, it } from 'vitest';
import { blobInPieces } from '#workers/testing/blob-in-pieces.ts';
import { isChainedOgg } from './ogg-chain.ts';

const page = (flags: number, body: string) =>
  Uint8Array.from([...new TextEncoder().encode('OggS'), 0, flags, ...new TextEncoder().encode(body)]);
const file = (lengths: number[], ...pages: Uint8Array[]) =>
  blobInPieces(Uint8Array.from(pages.flatMap((each) => [...each])), lengths);

describe.each([[[1_000]], [[1]], [[7, 3]]])('an ogg file in pieces of %j octets', (lengths) => {
  it.each([
    ['one stream', false, [page(2, 'head'), page(0, 'tags OggS'), page(4, 'OOgg')]],
    ['streams beside each other', false, [page(2, 'sound'), page(2, 'picture'), page(0, 'a'), page(1, 'b')]],
    ['one stream after another', true, [page(2, 'head'), page(4, 'all'), page(2, 'head'), page(4, 'all')]],
    ['another stream whose first page is the last one', true, [page(2, 'head'), page(0, 'a'), page(6, '')]],
    ['nothing', false, []],
  ])('with %s is chained: %s', async (_name, isChained, pages) => {
    expect(await isChainedOgg(file(lengths, ...pages))).toBe(isChained);
  });
});
