import { expect, test } from 'vitest';
import type { Block } from '#api/shared/markdown/rich-text.ts';
import { outlined } from './outline.rules.ts';
import type { SpokenSegment } from './report-source.ts';
import { speakersOf, turnsOf } from './turns.rules.ts';
import { clockOf } from './words.ts';

const said = (
  speaker: string,
  start: number,
  end: number,
  text: string,
  isMissing = false,
): SpokenSegment => ({
  speaker,
  start,
  end,
  text,
  isMissing,
});
const nameOf = (key: string) => ({ A: 'Anna' })[key] ?? `Person ${key}`;
const turns = (segments: SpokenSegment[]) => turnsOf(segments, nameOf, '[…]');

test('What one person says in a row is a paragraph', () => {
  expect(
    turns([said('A', 0, 2, 'Guten Tag. '), said('A', 2.5, 4, 'Ich\neröffne.'), said('B', 4, 5, 'Danke.')]),
  ).toEqual([
    { name: 'Anna', atS: 0, text: 'Guten Tag. Ich eröffne.' },
    { name: 'Person B', atS: 4, text: 'Danke.' },
  ]);
});

test('A pause or a minute and a half begin a new paragraph of the same person', () => {
  const speech = Array.from({ length: 30 }, (_, at) => said('A', at * 5, at * 5 + 5, 'Satz.'));
  expect(turns(speech).map(({ name, atS }) => [name, atS])).toEqual([
    ['Anna', 0],
    [null, 90],
  ]);
  expect(turns([said('A', 0, 2, 'Eins.'), said('A', 5, 6, 'Zwei.')]).map(({ atS }) => atS)).toEqual([0, 5]);
});

test('Speech that nobody wrote down is marked, silence is not', () => {
  const segments = [said('A', 0, 2, '', true), said('B', 3, 4, '  ')];
  expect(turns(segments)).toEqual([{ name: 'Anna', atS: 0, text: '[…]' }]);
});

test('Speakers come in the order of their first words, with their share', () => {
  const segments = [said('B', 1, 2, 'x'), said('A', 2, 5, 'x'), said('C', 5, 9, ' '), said('B', 9, 9.5, 'x')];
  const speakers = speakersOf(segments, nameOf).map(({ name, share }) => [name, Number(share.toFixed(3))]);
  expect(speakers).toEqual([
    ['Person B', 0.333],
    ['Anna', 0.667],
  ]);
});

test('Headings of a text begin below the section and leave out no level', () => {
  const depths = (given: number[]) =>
    outlined(given.map((depth): Block => ({ kind: 'heading', depth: depth as 1, inlines: [] }))).map(
      (block) => (block.kind === 'heading' ? block.depth : 0),
    );
  expect(depths([1, 2, 2, 3, 1])).toEqual([3, 4, 4, 5, 3]);
  expect(depths([4, 6, 2, 5, 1])).toEqual([3, 4, 3, 4, 3]);
  expect(depths([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6, 6, 6]);
});

test('Moments have hours only where the recording has', () => {
  expect(clockOf(61.9)).toBe('1:01');
  expect(clockOf(61.9, 3600)).toBe('0:01:01');
  expect(clockOf(4367)).toBe('1:12:47');
});
