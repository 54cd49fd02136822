import { describe, expect, it } from 'vitest';
import type { Segment } from '#api/contract/transcript.ts';
import { freeSpeakerKey, givenName, speakerShares, speakerTone, speakerTones } from './speaker.rules.ts';

const said = (speaker: string, start: number, end: number): Segment => ({
  id: `${speaker}${start}`,
  speaker,
  start,
  end,
  text: 'ja',
  words: [],
  doubt: null,
});

describe('a speaker', () => {
  it('keeps a colour by the letter, and the first eight have different ones', () => {
    const tones = [...'ABCDEFGH'].map(speakerTone);
    expect(tones).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(speakerTone('I')).toBe(1);
  });

  it('of any key has one of the colours', () => {
    for (const key of ['AA', 'ZZ', 'speaker_00', '1', 'ä', '']) {
      expect(speakerTone(key)).toBeGreaterThanOrEqual(1);
      expect(speakerTone(key)).toBeLessThanOrEqual(speakerTones);
    }
  });

  it('is called what somebody said, blanks aside', () => {
    expect(givenName({ A: { name: ' Frau Rey ' } }, 'A')).toBe('Frau Rey');
    expect(givenName({ A: { name: '  ' } }, 'A')).toBe('');
    expect(givenName({}, 'B')).toBe('');
  });

  it('who is new gets the first letter that is free', () => {
    expect(freeSpeakerKey({})).toBe('A');
    expect(freeSpeakerKey({ A: { name: '' }, C: { name: '' } })).toBe('B');
    const whole = Object.fromEntries([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((key) => [key, { name: '' }]));
    expect(freeSpeakerKey(whole)).toBe('AA');
    expect(freeSpeakerKey({ ...whole, AA: { name: '' } })).toBe('AB');
  });
});

describe('the lanes', () => {
  it('tell who has how much of the talking, in the order of their first words', () => {
    const shares = speakerShares([said('B', 0, 6), said('A', 6, 8), said('B', 8, 10)]);
    expect(shares.map(({ key, share }) => [key, share])).toEqual([
      ['B', 0.8],
      ['A', 0.2],
    ]);
    expect(shares[0]?.spans).toEqual([
      [0, 6],
      [8, 10],
    ]);
    expect(speakerShares([])).toEqual([]);
    expect(speakerShares([said('A', 1, 1)])[0]?.share).toBe(0);
  });
});
