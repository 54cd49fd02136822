import { describe, expect, it } from 'vitest';
import { isPhoto, lacksIndex } from './lacks-index.ts';

const box = (type: string, length: number) => {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(0, length);
  bytes.set(new TextEncoder().encode(type), 4);
  return bytes;
};
const [ftyp, mdat, moov] = [box('ftyp', 24), box('mdat', 400), box('moov', 100)];
const ends = (at: number, ...boxes: Uint8Array<ArrayBuffer>[]) => lacksIndex(new Blob(boxes).slice(0, at));

describe('a missing index of an mp4 whose index comes after the audio data', () => {
  it.each([
    ['cut within the audio data', true, 200],
    ['cut at the end of the audio data', true, 424],
    ['cut within the index', false, 450],
    ['whole', false, 524],
    ['cut before the audio data', false, 24],
  ])('is recognised if the file is %s: %s', async (_what, isMissing, at) => {
    expect(await ends(at, ftyp, mdat, moov)).toBe(isMissing);
  });

  it('is not reported if the index comes first, if there are fragments, or if the file is no mp4', async () => {
    expect(await ends(300, ftyp, moov, mdat)).toBe(false);
    expect(await ends(300, ftyp, box('moof', 50), mdat)).toBe(false);
    expect(await ends(300, box('RIFF', 24), mdat)).toBe(false);
    expect(await ends(0, ftyp)).toBe(false);
  });

  it.each(['heic', 'heix', 'mif1', 'avif'])('is not reported for a photo: %s', async (brand) => {
    const photo = ftyp.slice();
    photo.set(new TextEncoder().encode(brand), 8);
    expect(await isPhoto(new Blob([photo]))).toBe(true);
    expect(await ends(524, photo, box('meta', 100), mdat)).toBe(false);
    expect(await ends(424, photo, mdat)).toBe(false);
  });

  it('is not reported if `meta` comes before the data, whatever the brand', async () => {
    expect(await isPhoto(new Blob([ftyp]))).toBe(false);
    expect(await ends(524, ftyp, box('meta', 100), mdat)).toBe(false);
  });
});
