import { describe, expect, it } from 'vitest';
import type { Verdict } from '#api/contract/recording.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { doubtsOf, isUnsure, markOfWord, poorSpots, stepDoubt } from './doubt.rules.ts';

const word = (text: string, start: number, confidence = 0.9) => ({
  text,
  start,
  end: start + 0.4,
  confidence,
});
const segment = (
  id: string,
  start: number,
  words: Segment['words'],
  doubt: Segment['doubt'] = null,
): Segment => ({
  id,
  speaker: 'A',
  start,
  end: start + 4,
  text: words.map(({ text }) => text).join(' '),
  words,
  doubt,
});
const verdict: Verdict = {
  grade: 'usable',
  loudness_lufs: -23,
  true_peak_dbtp: 0,
  snr_db: 20,
  speech_share: 0.8,
  reasons: [
    { code: 'quality.clipping', share: 0.01, at: [[10, 11]] },
    { code: 'quality.noisy', share: 1, at: [[0, 100]] },
  ],
};
const spots = poorSpots(verdict, 100);

describe('a doubt', () => {
  const segments = [
    segment('a', 0, [word('sicher', 0)]),
    segment('b', 4, [word('Frau', 4), word('Rey', 5, 0.3)]),
    segment('c', 10, [word('laut', 10.5)]),
    segment('d', 14, [word('doppelt', 14)], 'repetition'),
    segment('e', 18, [word('gerade', 18, 0.5)]),
  ];

  it('lies where the engine was unsure, where it is not to be trusted, and where the sound is poor', () => {
    expect(doubtsOf(segments, spots)).toEqual([
      { index: 1, code: null, unsure: ['Rey'], poor: [] },
      { index: 2, code: null, unsure: [], poor: ['clipping'] },
      { index: 3, code: 'repetition', unsure: [], poor: [] },
    ]);
  });

  it('about the sound is gone when a person has written the words', () => {
    expect(doubtsOf([segment('c', 10, [word('laut', 10.5, 1)])], spots)).toEqual([]);
    const mark = markOfWord(spots);
    expect([mark(word('laut', 10.5)), mark(word('laut', 10.5, 1)), mark(word('leise', 12))]).toEqual([
      'poor',
      null,
      null,
    ]);
    expect(mark(word('was', 10.5, 0.2))).toBe('unsure');
  });

  it('about a word begins below one half', () => {
    expect([0.49, 0.5].map((confidence) => isUnsure({ confidence }))).toEqual([true, false]);
  });

  it('is gone through in a round, forwards and back', () => {
    const doubts = [{ index: 1 }, { index: 3 }];
    const to = (from: number, step: 1 | -1) => stepDoubt(doubts, from, step)?.index;
    expect([-1, 1, 2, 3].map((from) => to(from, 1))).toEqual([1, 3, 3, 1]);
    expect([-1, 1, 2, 3].map((from) => to(from, -1))).toEqual([3, 3, 1, 1]);
    expect(stepDoubt([], 0, 1)).toBeNull();
  });
});

it('about the whole recording is no spot', () => {
  expect(poorSpots(verdict, 100).map(({ name }) => name)).toEqual(['clipping']);
  expect(poorSpots(null, 100)).toEqual([]);
});
