import type { Block } from '#api/shared/markdown/rich-text.ts';

/** The headings around the next block. `open` has their original levels, outermost first. */
type HeadingPlace = { open: number[] };

/** Renumbers headings so that no level is skipped. Headings of equal original level stay equal. */
export function orderHeadings(blocks: readonly Block[], place: HeadingPlace): Block[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'heading': {
        const around = place.open.filter((depth) => depth < block.depth);
        place.open = [...around, block.depth];
        return { ...block, depth: place.open.length as 1 };
      }
      case 'quote':
        return { ...block, blocks: orderHeadings(block.blocks, place) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({ ...item, blocks: orderHeadings(item.blocks, place) })),
        };
      default:
        return block;
    }
  });
}
