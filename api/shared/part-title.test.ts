import { expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { partTitle, titleOfPart } from './part-title.ts';

const spaced = `${'x'.repeat(limits.maxTitleLength - 5)}    y`;

it.each(['Visite', 'Visite (2)', 'Visite (3)', 'x'.repeat(limits.maxTitleLength), spaced])(
  'the title of each part of “%s” is what the page makes of the part before it',
  (first) => {
    expect(titleOfPart(first, 1)).toBe(first);
    let title = first;
    for (let part = 2; part < 15; part += 1) {
      title = partTitle(title, part);
      expect(titleOfPart(first, part)).toBe(title);
    }
    expect(title).toMatch(/ \(14\)$/);
  },
);
