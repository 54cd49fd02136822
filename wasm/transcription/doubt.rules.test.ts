import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import {
  doubtOf,
  findLoops,
  hasSpeech,
  isInvented,
  unwrittenSpeech,
  withoutRepetition,
  type Evidence,
} from './doubt.rules.ts';

const sure: Evidence = {
  text: 'Der Arzt kommt morgen um ein Uhr.',
  meanLogProbability: -0.2,
  noSpeech: 0.01,
  compressionRatio: 0.9,
  isSpeech: true,
};

describe('a text', () => {
  it('is not doubted when everything speaks for it, or nothing is known', () => {
    expect(doubtOf(sure)).toBeNull();
    expect(doubtOf({ ...sure, meanLogProbability: null, noSpeech: null })).toBeNull();
    expect(doubtOf({ ...sure, noSpeech: 0.9 })).toBeNull();
  });

  it('is doubted beyond each of the published limits, not at them', () => {
    expect(doubtOf({ ...sure, meanLogProbability: -1.01 })).toBe('unsure');
    expect(doubtOf({ ...sure, meanLogProbability: -1 })).toBeNull();
    expect(doubtOf({ ...sure, compressionRatio: 2.41 })).toBe('compression');
    expect(doubtOf({ ...sure, compressionRatio: 2.4 })).toBeNull();
    expect(doubtOf({ ...sure, text: 'und dann war das so '.repeat(3).trim() })).toBeNull();
    expect(doubtOf({ ...sure, text: 'so war das und dann '.repeat(9).trim() })).toBe('repetition');
    expect(doubtOf({ ...sure, isSpeech: false })).toBe('no_speech');
  });

  it('is doubted for the gravest reason', () => {
    const all = { ...sure, isSpeech: false, isRepeated: true, compressionRatio: 9, meanLogProbability: -3 };
    expect(doubtOf(all)).toBe('repetition');
    expect(doubtOf({ ...all, isRepeated: false })).toBe('no_speech');
    expect(doubtOf({ ...all, isRepeated: false, isSpeech: true })).toBe('compression');
  });

  it('is left out where the engine hears nobody and is unsure, or the map knows of nobody either', () => {
    expect(isInvented({ ...sure, noSpeech: 0.61, meanLogProbability: -1.1 })).toBe(true);
    expect(isInvented({ ...sure, noSpeech: 0.61 })).toBe(false);
    expect(isInvented({ ...sure, noSpeech: 0.61, isSpeech: false })).toBe(true);
    expect(isInvented({ ...sure, noSpeech: 0.6, isSpeech: false, meanLogProbability: -5 })).toBe(false);
    expect(isInvented({ ...sure, noSpeech: null, isSpeech: false })).toBe(false);
  });
});

describe('loops', () => {
  it('are cut to one round at the end, whatever signs and case they are written with', () => {
    expect(withoutRepetition('Ja. Vielen Dank. vielen dank! Vielen Dank. Vielen Dank')).toEqual({
      text: 'Ja. Vielen Dank.',
      isRepeated: true,
    });
    expect(withoutRepetition('so so so so')).toEqual({ text: 'so', isRepeated: true });
  });

  it('are cut in the middle only where they are long', () => {
    const said = 'Nein, nein, nein, nein, das stimmt nicht.';
    expect(withoutRepetition(said)).toEqual({ text: said, isRepeated: false });
    expect(withoutRepetition(`${'das ist '.repeat(6)}genug.`)).toEqual({
      text: 'das ist genug.',
      isRepeated: true,
    });
  });

  it('are not what people say three times, nor sentences that are nearly the same', () => {
    for (const text of [
      '',
      'Ja, ja, ja.',
      'We meet on Monday at nine. We meet on Tuesday at nine. We meet on Friday at nine. We meet today at nine.',
    ])
      expect(withoutRepetition(text)).toEqual({ text, isRepeated: false });
  });

  it('lie behind a first round that stays, apart from each other, and repeat it exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 }), (things) => {
        let before = 0;
        for (const { from, to } of findLoops(things, 8)) {
          expect(from).toBeGreaterThan(before);
          expect(to).toBeGreaterThan(from);
          const round = [1, 2, 3, 4, 5, 6, 7, 8].find((length) =>
            things.slice(from, to).every((thing, index) => thing === things[from + index - length]),
          );
          expect(round).toBeDefined();
          before = to;
        }
      }),
    );
  });
});

describe('speech', () => {
  const speech: TimeSpan[] = [
    [1, 3],
    [5, 9],
  ];

  it('is known where the map has a tenth of a second of it, give or take', () => {
    expect(hasSpeech(speech, 3.1, 4)).toBe(true);
    expect(hasSpeech(speech, 3.4, 4.5)).toBe(false);
    expect(hasSpeech([], 0, 100)).toBe(false);
  });

  it('without a word is told from two seconds on', () => {
    expect(unwrittenSpeech([], speech)).toEqual([[0, Infinity]]);
    expect(unwrittenSpeech([{ start: 1, end: 3 }], speech, [0, 10])).toEqual([[3, 10]]);
    expect(unwrittenSpeech([{ start: 5, end: 9 }], speech, [0, 10])).toEqual([[0, 5]]);
    expect(unwrittenSpeech([{ start: 1.1, end: 7.1 }], speech, [0, 10])).toEqual([]);
  });
});
