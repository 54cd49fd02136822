import { describe, expect, it } from 'vitest';
import { restOfWindow } from './rest.rules.ts';
import { tokensToSpans, withoutLoop, type Token, type Vocabulary } from './tokens.rules.ts';
import { isSpeech, toModelSamples } from './window.rules.ts';
import { spanToSegment, spreadWords, tokensToWords } from './words.rules.ts';

const pieces = [' Guten', ' Tag', ',', ' Frau', ' Mül', 'ler', '.', ' Ça', ' va', ' ?', ' ...'];
const firstTimestamp = 101;
const vocabulary: Vocabulary = {
  endOfText: 100,
  firstTimestamp,
  decode: (ids) => ids.map((id) => pieces[id] ?? '').join(''),
};
const text = (...ids: number[]): Token[] => ids.map((id) => ({ id, probability: 0.9 }));
const at = (seconds: number): Token => ({
  id: firstTimestamp + Math.round(seconds / 0.02),
  probability: 0.9,
});
const end: Token = { id: 100, probability: 1 };

describe('spans of tokens', () => {
  it('lie between the times that the model wrote', () => {
    const spans = tokensToSpans(
      [at(0.4), ...text(0, 1), at(2), at(2.5), ...text(3), at(4), end],
      vocabulary,
      10,
    );
    expect(spans.map(({ startS, endS, tokens }) => [startS, endS, tokens.length])).toEqual([
      [0.4, 2, 2],
      [2.5, 4, 1],
    ]);
  });

  it('end with the window where the model wrote no end, or one behind it', () => {
    expect(tokensToSpans([at(1), ...text(0)], vocabulary, 3)).toMatchObject([{ startS: 1, endS: 3 }]);
    expect(tokensToSpans([at(1), ...text(0), at(9)], vocabulary, 3)).toMatchObject([{ endS: 3 }]);
    expect(tokensToSpans([end], vocabulary, 3)).toEqual([]);
  });
});

describe('loops', () => {
  it('are cut to one round', () => {
    const looping = [at(0), ...text(3, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1)];
    expect(withoutLoop(looping, vocabulary)).toEqual(looping.slice(0, 4));
    const single = [at(0), ...text(3, 5, 5, 5, 5, 5)];
    expect(withoutLoop(single, vocabulary)).toEqual(single.slice(0, 3));
    const timed = [at(0), ...text(3)].concat(...[1, 2, 3, 4].map((second) => [at(second), ...text(0, 1)]));
    expect(withoutLoop(timed, vocabulary)).toEqual(timed.slice(0, 6));
  });

  it('are not what people say twice or three times', () => {
    const spoken = [at(0), ...text(0, 1, 0, 1, 0, 1), at(3)];
    expect(withoutLoop(spoken, vocabulary)).toEqual(spoken);
    expect(withoutLoop([], vocabulary)).toEqual([]);
  });
});

describe('words', () => {
  it('are put together from pieces, with the signs that follow them', () => {
    const words = tokensToWords(text(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), vocabulary);
    expect(words.map((word) => word.text)).toEqual(['Guten', 'Tag,', 'Frau', 'Müller.', 'Ça', 'va ?']);
  });

  it('are as sure as their pieces, by the geometric mean', () => {
    const tokens = [
      { id: 4, probability: 0.9 },
      { id: 5, probability: 0.4 },
    ];
    expect(tokensToWords(tokens, vocabulary)).toEqual([{ text: 'Müller', confidence: 0.6 }]);
  });

  it('share the time of their segment by length', () => {
    const words = spreadWords(
      [
        { text: 'abc', confidence: 1 },
        { text: 'abcdefg', confidence: 1 },
      ],
      10,
      22,
    );
    expect(words.map(({ start, end }) => [start, end])).toEqual([
      [10, 14],
      [14, 22],
    ]);
  });

  it('make a segment at the place of the window; signs alone make none', () => {
    const segment = spanToSegment({ startS: 0.5, endS: 1.5, tokens: text(0, 1) }, 60, vocabulary);
    expect(segment).toMatchObject({ start: 60.5, end: 61.5, text: 'Guten Tag' });
    expect(spanToSegment({ startS: 0, endS: 1, tokens: text(10) }, 0, vocabulary)).toBeNull();
  });
});

describe('a window', () => {
  it('is raised when it is quiet, left alone when it is not, and skipped when it is silent', () => {
    expect(Math.max(...toModelSamples(Int16Array.of(0, 327, -100))!)).toBeCloseTo(0.5, 3);
    expect(toModelSamples(Int16Array.of(16_384, -32_768))).toEqual(Float32Array.of(0.5, -1));
    expect(toModelSamples(Int16Array.of(0, 1, -1))).toBeNull();
    expect(toModelSamples(new Int16Array(0))).toBeNull();
  });

  it('is speech unless the model hears nobody and is unsure of its words', () => {
    const unsure = Array.from({ length: 5 }, () => ({ id: 1, probability: 0.2 }));
    expect(isSpeech({ tokens: text(1, 2), noSpeech: 0.9 })).toBe(true);
    expect(isSpeech({ tokens: unsure, noSpeech: 0.3 })).toBe(true);
    expect(isSpeech({ tokens: unsure, noSpeech: 0.9 })).toBe(false);
    expect(isSpeech({ tokens: [], noSpeech: 0 })).toBe(false);
  });

  it('is heard again from where the model stopped, if known speech follows', () => {
    expect(
      restOfWindow([0, 30], 12, [
        [1, 13],
        [14, 29],
      ]),
    ).toEqual([12, 30]);
    expect(restOfWindow([0, 30], 28, [[1, 29]])).toBeNull();
    expect(restOfWindow([0, 30], 0.5, [[1, 29]])).toBeNull();
    expect(restOfWindow([0, 30], null, [[1, 29]])).toBeNull();
    expect(restOfWindow([0, 30], 12, null)).toBeNull();
  });
});
