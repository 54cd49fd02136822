import type { Block } from '#api/shared/markdown/rich-text.ts';

/** `open`: how deep the headings were written that the next one may stand under, outermost first. */
type HeadingPlace = { open: number[] };

/**
 * Headings that leave no level out, whatever was written: who jumps from one to the next misses none. Those that were written alike
 * are alike.
 */
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
