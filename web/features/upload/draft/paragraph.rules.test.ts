import { expect, it } from 'vitest';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { createParagraphs, cutKey, runsOf } from './paragraph.rules.ts';

const texts = (paragraphs: ReturnType<ReturnType<typeof createParagraphs>>) =>
  paragraphs.map(({ words }) => words.map(({ text }) => text).join(' '));

it('A pause, and much text, begin a paragraph', () => {
  const long = Array(81).fill('wort').join(' ');
  const split = createParagraphs();
  expect(
    texts(
      split([
        segmentOf(0, 2, 'Guten Tag.'),
        segmentOf(2.5, 4, 'Wie geht es?'),
        segmentOf(6, 7, 'Danke.'),
        segmentOf(7, 30, long),
        segmentOf(30, 31, 'Neu.'),
      ]),
    ),
  ).toEqual(['Guten Tag. Wie geht es?', `Danke. ${long}`, 'Neu.']);
});

it('A paragraph that did not grow is the same object', () => {
  const split = createParagraphs();
  const [one, two, three] = [segmentOf(0, 2, 'eins'), segmentOf(5, 6, 'zwei'), segmentOf(6, 7, 'drei')];
  const before = split([one!, two!]);
  const after = split([one!, two!, three!]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(texts(after)).toEqual(['eins', 'zwei drei']);
});

it('A segment without times of words is one word, and one without text is nothing', () => {
  const split = createParagraphs();
  const bare = { ...segmentOf(3, 5, 'zwei Wörter'), words: [] };
  expect(split([bare, { ...bare, text: ' ' }])).toEqual([
    { start: 3, words: [{ text: 'zwei Wörter', start: 3, end: 5, confidence: 0 }] },
  ]);
});

it('Words whose middle is cut out are told from those that are kept', () => {
  const { words } = segmentOf(0, 5, 'a b c d e');
  const key = cutKey(words, [
    [1.4, 3],
    [4.6, 9],
  ]);
  expect(key).toBe('01100');
  expect(runsOf(words, key).map(({ first, words: run, isCut }) => [first, run.length, isCut])).toEqual([
    [0, 1, false],
    [1, 2, true],
    [3, 2, false],
  ]);
});
