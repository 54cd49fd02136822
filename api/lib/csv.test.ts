import { expect, it } from 'vitest';
import { csvCell, toCsv } from './csv.rules.ts';

it.each([
  ['1h+', '1h+'],
  ['', ''],
  ['2026-11-20', '2026-11-20'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])('The text %j is the cell %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it('A number stays a number, also a negative one', () => {
  expect(
    toCsv([
      ['a', 'b'],
      [1, -2],
    ]),
  ).toBe('a,b\r\n1,-2\r\n');
});
