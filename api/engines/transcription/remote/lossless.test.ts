import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { answerToSegments } from './answer-segments.rules.ts';
import { parseAnswer } from './answer.rules.ts';

const levels = new Float32Array(1_000).fill(-40);
const speech: TimeSpan[] = [[0, 20]];
const part: TimeSpan[] = [[0, 20]];

const heard = (body: object | string) => {
  const answer = parseAnswer(typeof body === 'string' ? body : JSON.stringify(body));
  return answerToSegments(answer!, { part, levels, speech });
};
const reported = (body: object | string) =>
  heard(body).map(({ text, start, end, doubt }) => [text, start, end, doubt] as const);

describe('the text of an answer is kept', () => {
  it('where a segment begins below 0, and where the last one has no end', () => {
    const segments = [
      { start: -0.02, end: 3, text: 'Guten Tag.' },
      { start: 3, end: 6, text: 'Wir fangen an.' },
      { start: 6, end: null, text: 'Zuerst das Budget.' },
    ];
    expect(reported({ segments })).toEqual([
      ['Guten Tag.', 0, 3, null],
      ['Wir fangen an.', 3, 6, null],
      ['Zuerst das Budget.', 6, 20, null],
    ]);
  });

  it('with the time between its neighbours, by its letters, where none is reported', () => {
    const segments = [
      { start: 0, end: 2, text: 'eins' },
      { text: 'aaaa' },
      { start: null, end: 'bald', text: 'bbbbbbbb' },
      { start: 8, end: 9, text: 'vier' },
    ];
    expect(reported({ segments }).map(([text, start, end]) => [text, start, end])).toEqual([
      ['eins', 0, 2],
      ['aaaa', 2, 4],
      ['bbbbbbbb', 4, 8],
      ['vier', 8, 9],
    ]);
  });

  it('with the time of its own words, and of words beside it', () => {
    const words = [
      { word: 'Guten', start: 4, end: 4.4 },
      { word: 'Tag', start: 4.5, end: 5 },
    ];
    expect(reported({ segments: [{ text: 'Guten Tag.', words }] })[0]).toEqual(['Guten Tag.', 4, 5, null]);
    expect(reported({ segments: [{ text: 'Guten Tag.' }], words })[0]).toEqual(['Guten Tag.', 4, 5, null]);
    expect(reported({ segments: [{ text: null, words }] })[0]).toEqual(['Guten Tag', 4, 5, null]);
  });

  it('where only words are reported and one of them has no time, or half of one', () => {
    const words = [
      { word: 'um', start: 1, end: null },
      { word: 'fünf', start: null, end: null },
      { word: 'Uhr', start: 2, end: 2.4 },
    ];
    expect(heard({ text: '', words })[0]!.words.map(({ text, start }) => [text, start])).toEqual([
      ['um', 1],
      ['fünf', 1],
      ['Uhr', 2],
    ]);
  });

  it('where the whole text has more than the segments: between, within, before and behind them, marked', () => {
    const segments = [
      { start: 2, end: 4, text: 'Wir fangen an.' },
      { start: 8, end: 10, text: 'Danke schön.' },
    ];
    expect(
      reported({ text: 'Guten Tag. Wir fangen an. Zuerst das Budget. Danke sehr schön. Ende.', segments }),
    ).toEqual([
      ['Guten Tag.', 0, 2, 'unsure'],
      ['Wir fangen an.', 2, 4, null],
      ['Zuerst das Budget.', 4, 8, 'unsure'],
      ['Danke sehr schön.', 8, 10, 'unsure'],
      ['Ende.', 10, 20, 'unsure'],
    ]);
  });

  it('once, where the whole text is written or cut otherwise, or in another order', () => {
    const once = (text: string, ...texts: string[]) => {
      const segments = texts.map((each, index) => ({ start: 4 * index, end: 4 * index + 3, text: each }));
      expect(reported({ text, segments }).map(([kept, , , doubt]) => [kept, doubt])).toEqual(
        texts.map((each) => [each, null]),
      );
    };
    once('GUTEN TAG WIR FANGEN AN', 'Guten Tag.', 'Wir fangen an!');
    once("Il y a l'homme et 20%.", "Il y a l' homme", 'et 20 %.');
    once('Das macht 20 Franken.', 'Das macht zwanzig Franken.');
    once('Wir fangen an. Guten Tag.', 'Guten Tag.', 'Wir fangen an.');
  });

  const wild = fc.oneof(
    fc.double({ min: -5, max: 25, noNaN: true }),
    fc.constantFrom(null, undefined, 'NaN', '-1', '7.5s', 'bald', 1e300, -1e300, true),
  );
  const pieces = fc.array(
    fc.record({
      count: fc.integer({ min: 0, max: 5 }),
      sign: fc.constantFrom('', '.', ',', ' ?', ' –'),
      start: wild,
      end: wild,
      wordStart: wild,
      wordEnd: wild,
      isTold: fc.boolean(),
      hasWords: fc.boolean(),
      isBlank: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  type Piece = typeof pieces extends fc.Arbitrary<(infer Each)[]> ? Each : never;
  const nameOf = (index: number) =>
    `wort${String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26))}`;

  /**
   * Builds an answer from pieces: as text, as segments, or as text with some segments; with or without a list of words.
   */
  const spoken = (made: readonly Piece[], has: string, hasBeside: boolean) => {
    let said = 0;
    const all = made.map((piece) => {
      const words = Array.from({ length: piece.count }, () => nameOf(said++));
      const text = words.map((word) => word + piece.sign).join(' ');
      return {
        ...piece,
        text,
        words: words.map((word) => ({ word, start: piece.wordStart, end: piece.wordEnd })),
      };
    });
    const segments = all
      .filter(({ isTold }) => has === 'segments' || isTold)
      .map(({ start, end, text, hasWords, isBlank, words }) => ({
        start,
        end,
        text: hasWords && isBlank ? '' : text,
        ...(hasWords ? { words } : {}),
      }));
    const body = {
      ...(has === 'segments' ? {} : { text: all.map(({ text }) => text).join(' ') }),
      ...(has === 'text' ? {} : { segments }),
      ...(hasBeside ? { words: all.flatMap(({ words }) => words) } : {}),
    };
    const segmentsKept = heard(body);
    const times = segmentsKept.flatMap(({ words }) => words.flatMap(({ start, end }) => [start, end]));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const time of times) expect(time).toSatisfy(() => time >= 0 && time <= 20);
    const lettersOfWord = (text: string) => text.replaceAll(/[^a-z]/g, '');
    return {
      kept: segmentsKept.flatMap(({ words }) => words.map(({ text }) => lettersOfWord(text))),
      pieces: all.map(({ words }) => words.map(({ word }) => word)),
    };
  };
  const has = fc.constantFrom('text', 'segments', 'both');

  it('word by word, each once and those of a segment together, whatever segments come', () => {
    fc.assert(
      fc.property(pieces, has, fc.boolean(), (made, form, hasBeside) => {
        const answer = spoken(made, form, hasBeside);
        expect(answer.kept.toSorted()).toEqual(answer.pieces.flat().toSorted());
        const line = answer.kept.join(' ');
        for (const words of answer.pieces) expect(line).toContain(words.join(' '));
      }),
      { numRuns: 1_000 },
    );
  });

  it('in order, where the beginnings that are reported ascend', () => {
    fc.assert(
      fc.property(pieces, has, fc.boolean(), (made, form, hasBeside) => {
        const starts = made.map(({ start }) => start).filter((start) => typeof start === 'number');
        starts.sort((a, b) => a - b);
        const ascending = made.map((piece) => {
          const start = typeof piece.start === 'number' ? starts.shift() : null;
          const wordEnd = start === null ? null : piece.wordEnd;
          return { ...piece, start, wordStart: start, wordEnd };
        });
        const answer = spoken(ascending, form, hasBeside);
        expect(answer.kept).toEqual(answer.pieces.flat());
      }),
      { numRuns: 1_000 },
    );
  });
});
