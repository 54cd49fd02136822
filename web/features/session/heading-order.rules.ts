import type { Block } from '#api/contract/rich-text.ts';

/** How deep the last heading was. */
type HeadingPlace = { depth: number };

/** Headings that leave no level out, whatever was written: who jumps from one to the next misses none. */
export function orderHeadings(blocks: readonly Block[], place: HeadingPlace): Block[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        place.depth = Math.min(block.depth, place.depth + 1);
        return { ...block, depth: place.depth as 1 };
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
