import { describe, expect, it } from 'vitest';
import { judge, toHypothesis } from './hypothesis.rules.ts';
import { tokensToSpans, type Token, type Vocabulary } from './tokens.rules.ts';
import { toModelSamples } from './window.rules.ts';
import { tokensToWords } from './words.rules.ts';

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

const spansOf = (tokens: Token[]) =>
  tokensToSpans(tokens, vocabulary).map((span) => [
    span.startS,
    span.endS,
    span.tokens.map(({ id }) => id),
    span.isRepeated,
  ]);

describe('spans of tokens', () => {
  it('lie between the times that the model wrote', () => {
    expect(spansOf([at(0.4), ...text(0, 1), at(2), at(2.5), ...text(3), at(4), end])).toEqual([
      [0.4, 2, [0, 1], false],
      [2.5, 4, [3], false],
    ]);
  });

  it('have no end where the model wrote none', () => {
    expect(spansOf([at(1), ...text(0)])).toEqual([[1, null, [0], false]]);
    expect(spansOf([end])).toEqual([]);
  });

  it('keep one round of a loop and tell it', () => {
    expect(spansOf([at(0), ...text(3, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1)])).toEqual([[0, null, [3, 0, 1], true]]);
    expect(spansOf([at(0), ...text(3, 5, 5, 5, 5, 5)])).toEqual([[0, null, [3, 5], true]]);
  });

  it('keep one round of a loop with times in it', () => {
    const rounds = [1, 2, 3, 4].flatMap((second) => [...text(0, 1), at(second), at(second)]);
    expect(spansOf([at(0), ...text(3), at(0.5), at(0.5), ...rounds, end])).toEqual([
      [0, 0.5, [3], false],
      [0.5, 1, [0, 1], true],
    ]);
  });

  it('keep what people say three times', () => {
    expect(spansOf([at(0), ...text(0, 1, 0, 1, 0, 1), at(3)])).toEqual([[0, 3, [0, 1, 0, 1, 0, 1], false]]);
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
});

describe('a hypothesis', () => {
  const loud = new Float32Array(500).fill(-20);
  const heard = (tokens: Token[]) => ({
    tokens,
    noSpeech: 0.1,
    meanLogProbability: -0.2,
    compressionRatio: 1,
  });
  const read = (tokens: Token[]) => toHypothesis(heard(tokens), [60, 70], loud, vocabulary).segments;

  it('has its segments at the place of the window; signs alone make none', () => {
    expect(read([at(0.5), ...text(0, 1), at(1.5), at(1.5), ...text(10), at(3), end])).toMatchObject([
      { start: 60.5, end: 61.5, text: 'Guten Tag', isRepeated: false },
    ]);
  });

  it('ends with the window where the model wrote no end, or one behind it', () => {
    expect(read([at(1), ...text(0)])).toMatchObject([{ start: 61, end: 70 }]);
    expect(read([at(1), ...text(0), at(29)])).toMatchObject([{ end: 70 }]);
  });

  it('ends the one round of a loop when it can have been said', () => {
    const [segment] = read([at(1), ...text(0, 1, 0, 1, 0, 1, 0, 1)]);
    expect(segment).toMatchObject({ start: 61, text: 'Guten Tag', isRepeated: true });
    expect(segment!.end).toBeCloseTo(61.6, 5);
  });

  it('begins with the first sound', () => {
    const levels = loud.slice().fill(-70, 0, 100);
    const { segments } = toHypothesis(heard([at(0), ...text(0, 1), at(5)]), [60, 70], levels, vocabulary);
    expect(segments).toMatchObject([{ start: 62, end: 65 }]);
  });

  it('is judged segment by segment, by its own words and by the map', () => {
    const unsure = [0, 1].map((id) => ({ id, probability: 0.2 }));
    const tokens = [at(0), ...text(0, 1), at(1), at(2), ...unsure, at(3), at(8), ...text(3), at(9), end];
    const hypothesis = toHypothesis(heard(tokens), [60, 70], loud, vocabulary);
    const doubts = (fields: object) =>
      judge({ ...hypothesis, ...fields }, [[60, 64]]).map(({ doubt }) => doubt);
    expect(doubts({})).toEqual([null, 'unsure', 'no_speech']);
    expect(doubts({ noSpeech: 0.7 })).toEqual([null, 'unsure']);
    expect(doubts({ noSpeech: 0.7, meanLogProbability: -1.2 })).toEqual([]);
    expect(doubts({ compressionRatio: 3 })).toEqual(['compression', 'compression', 'no_speech']);
  });
});

describe('a window', () => {
  it('is raised when it is quiet, left alone when it is not, and skipped when it is silent', () => {
    expect(Math.max(...toModelSamples(Int16Array.of(0, 327, -100))!)).toBeCloseTo(0.5, 3);
    expect(toModelSamples(Int16Array.of(16_384, -32_768))).toEqual(Float32Array.of(0.5, -1));
    expect(toModelSamples(Int16Array.of(0, 1, -1))).toBeNull();
    expect(toModelSamples(new Int16Array(0))).toBeNull();
  });
});
