import { expect, test } from 'vitest';
import { parseMarkdown } from '#api/shared/markdown/markdown.ts';
import type { Block } from '#api/shared/markdown/rich-text.ts';
import { orderHeadings } from './heading-order.rules.ts';

const depths = (blocks: readonly Block[]): number[] =>
  blocks.flatMap((block) =>
    block.kind === 'heading' ? [block.depth] : block.kind === 'quote' ? depths(block.blocks) : [],
  );

test('No level of heading is left out, over the parts of a text as well', () => {
  const place = { open: [] };
  const first = parseMarkdown('### a\n\n###### b\n\n> # c\n\n##### d');
  const second = parseMarkdown('#### e\n\n# f\n\n### g');
  expect([...depths(orderHeadings(first, place)), ...depths(orderHeadings(second, place))]).toEqual([
    1, 2, 1, 2, 2, 1, 2,
  ]);
});

test('Headings that were written alike are alike', () => {
  const blocks = parseMarkdown('### Beschlüsse\n\n### Aufgaben\n\n#### Offen\n\n### Termine');
  expect(depths(orderHeadings(blocks, { open: [] }))).toEqual([1, 1, 2, 1]);
});
