import { expect, test } from 'vitest';
import { thumbnailPaths } from './thumbnail.rules.ts';

const picture = (values: readonly number[]) => btoa(String.fromCharCode(...values));
const flat = (value: number) => Array.from({ length: 60 }, () => value);

test('Each of the sixty parts is one line, silence its own kind', () => {
  const paths = thumbnailPaths(picture([...flat(0).slice(0, 20), ...flat(128).slice(0, 40)]));
  expect(paths?.silence.match(/M/g)).toHaveLength(20);
  expect(paths?.sound.match(/M/g)).toHaveLength(40);
});

test('Full scale fills the height but for a pixel on each side, and louder is higher', () => {
  expect(thumbnailPaths(picture(flat(255)))?.sound).toMatch(/^M1 1v30M3 1v30/);
  const heights = [10, 40, 120, 255].map((value) =>
    Number(/v([\d.]+)/.exec(thumbnailPaths(picture(flat(value)))!.sound)?.[1]),
  );
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(heights[0]).toBeGreaterThan(2);
});

test('What is no picture is none', () => {
  expect(thumbnailPaths('%%%')).toBeNull();
  expect(thumbnailPaths(picture([1, 2, 3]))).toBeNull();
});
