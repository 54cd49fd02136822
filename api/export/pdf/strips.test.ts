import { expect, test } from 'vitest';
import { keepEnds, paginate, type Strip } from './strips.ts';

const strip = (name: string, fields: Partial<Strip> = {}): Strip => ({
  heightPt: 10,
  beforePt: 0,
  items: [],
  isKept: false,
  bookmark: { level: 1, title: name },
  ...fields,
});
const text = (name: string, lines: number, fields: Partial<Strip> = {}): Strip[] =>
  keepEnds(Array.from({ length: lines }, (_, at) => strip(`${name}${at + 1}`, fields)));
const pagesOf = (strips: Strip[], heightPt = 50): string[] =>
  paginate(strips, 0, heightPt).map((page) => page.map(({ strip }) => strip.bookmark?.title).join(' '));

test('No line of a text stands alone on a page', () => {
  expect(pagesOf([...text('a', 4), ...text('b', 4)])).toEqual(['a1 a2 a3 a4', 'b1 b2 b3 b4']);
  expect(pagesOf([...text('a', 2), ...text('b', 5)])).toEqual(['a1 a2 b1 b2 b3', 'b4 b5']);
  expect(pagesOf([...text('a', 1), ...text('b', 5)])).toEqual(['a1 b1 b2 b3', 'b4 b5']);
});

test('A heading goes with the text behind it', () => {
  const heading = strip('h', { isKept: true });
  expect(pagesOf([...text('a', 4), heading, ...text('b', 3)])).toEqual(['a1 a2 a3 a4', 'h b1 b2 b3']);
});

test('Space above is left out at the top of a page, and counted elsewhere', () => {
  const spaced = [strip('a'), strip('b', { beforePt: 35 }), strip('c', { beforePt: 10 })];
  expect(paginate(spaced, 100, 50).map((page) => page.map(({ yPt }) => yPt))).toEqual([[100], [100, 120]]);
});

test('What is kept together and higher than a page is written all the same', () => {
  const all = Array.from({ length: 12 }, (_, at) => strip(`h${at}`, { isKept: true }));
  expect(pagesOf(all).join(' ').split(' ')).toHaveLength(12);
  expect(pagesOf([strip('giant', { heightPt: 500 }), strip('b')])).toEqual(['giant', 'b']);
});

test('A table that goes on over pages begins with its head again, which is no content then', () => {
  const node = { type: 'TH', parent: null };
  const head = strip('head', { isKept: true, items: [{ node, line: [], xPt: 0, baselinePt: 8 }] });
  const rows = Array.from({ length: 7 }, (_, at) => strip(`r${at + 1}`, { head: [head] }));
  expect(pagesOf([head, ...rows])).toEqual(['head r1 r2 r3 r4', 'head r5 r6 r7']);
  const [, second] = paginate([head, ...rows], 0, 50);
  expect(second?.[0]?.strip.items[0]?.node).toBeNull();
});
