import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box } from '#workers/testing/mp4.ts';
import { readSoundEdit } from './edit-list.rules.ts';

const u32 = (...values: number[]) =>
  values.flatMap((v) => [(v >>> 24) & 255, (v >> 16) & 255, (v >> 8) & 255, v & 255]);
const name = (text: string) => [...new TextEncoder().encode(text)];
type Edit = [durationMs: number, mediaTime: number, rate?: number];

const track = (handler: string, edits: Edit[]) => {
  const list = edits.flatMap(([duration, mediaTime, rate = 1]) => u32(duration, mediaTime, rate << 16));
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, 48_000, 0)),
    box('hdlr', u32(0, 0), name(handler), u32(0, 0, 0), [0]),
  );
  const elst = edits.length > 0 ? box('edts', box('elst', u32(0, edits.length), list)) : [];
  return box('trak', elst, media);
};

const moov = (...content: number[][]) =>
  new Uint8Array([...box('mvhd', u32(0, 0, 0, 1_000, 0)), ...content.flat()]);

describe('the edit list of an mp4', () => {
  it('tells the priming and the length of its first sound track', () => {
    const bytes = moov(track('vide', [[9_000, 77]]), track('soun', [[1_500, 1_024]]));
    expect(readSoundEdit(bytes)).toEqual({ skipS: 1_024 / 48_000, lengthS: 1.5 });
  });

  it('may begin with an empty edit, which delays the sound beside a picture', () => {
    const delayed = moov(
      track('soun', [
        [200, -1],
        [1_500, 1_024],
      ]),
    );
    expect(readSoundEdit(delayed)).toEqual({ skipS: 1_024 / 48_000, lengthS: 1.5 });
  });

  it('is not followed in fragments, and means nothing where there is none', () => {
    const whole = { skipS: 0, lengthS: Infinity };
    expect(readSoundEdit(moov(track('soun', [[0, 1_024]]), box('mvex', [])))).toEqual(whole);
    expect(readSoundEdit(moov(track('soun', [])))).toEqual(whole);
  });

  it('of several stretches, at another speed, or beside the note of iTunes is left to ffmpeg', () => {
    const several: Edit[] = [
      [500, 0],
      [500, 96_000],
    ];
    expect(readSoundEdit(moov(track('soun', several)))).toBeNull();
    expect(readSoundEdit(moov(track('soun', [[500, 0, 2]])))).toBeNull();
    expect(readSoundEdit(moov(track('soun', []), box('udta', name('iTunSMPB'))))).toBeNull();
    expect(readSoundEdit(moov(track('vide', [])))).toBeNull();
  });

  it('that is cut or changed anywhere ends in an answer', () => {
    const whole = moov(track('soun', [[1_500, 1_024]]));
    const odd: unknown[] = [];
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), fc.nat(255), (cut, at, octet) => {
        const bytes = whole.slice(0, cut);
        if (at < cut) bytes[at] = octet;
        const edit = readSoundEdit(bytes);
        if (edit && !(edit.lengthS >= 0 && edit.skipS >= 0)) odd.push(edit);
      }),
    );
    expect(odd).toEqual([]);
  });
});
