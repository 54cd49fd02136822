import { describe, expect, it } from 'vitest';
import { joinBlobs, sliceBlobs } from './blob-parts.ts';

const blobsOf = (...texts: string[]) => texts.map((text) => new Blob([text]));
const textOf = async (parts: Blob[]) => await Promise.all(parts.map((part) => part.text()));

describe('parts of blobs', () => {
  it.each([0, 1, 24, 25, 700])('%i become one, in order', async (count) => {
    const texts = Array.from({ length: count }, (_, i) => `${i};`);
    expect(await (await joinBlobs(blobsOf(...texts))).text()).toBe(texts.join(''));
  });

  it('are cut across their borders', async () => {
    const blobs = blobsOf('abc', 'def', 'ghi');
    const ranges = [
      { from: 2, to: 7 },
      { from: 3, to: 6 },
      { from: 4, to: 4 },
    ];
    const [across, whole, nothing] = await sliceBlobs(blobs, ranges);
    expect(await textOf(across!)).toEqual(['c', 'def', 'g']);
    expect(await textOf(whole!)).toEqual(['def']);
    expect(nothing).toEqual([]);
  });

  it('are not sliced where they are wanted whole', async () => {
    const blobs = blobsOf('abc', 'def');
    const [parts = []] = await sliceBlobs(blobs, [{ from: 0, to: 6 }]);
    expect(parts[0]).toBe(blobs[0]);
    expect(parts[1]).toBe(blobs[1]);
  });
});
