import type { Block } from '#api/shared/markdown/rich-text.ts';

const firstDepth = 3;
const lastDepth = 6;

/**
 * Returns the blocks with new depths of their headings, which stand below the heading of a section. An outermost
 * heading gets depth 3, a nested one a depth more, even if the text skips levels (PDF/UA-1, 7.4.2: no level is
 * skipped).
 */
export function outlined(blocks: readonly Block[]): Block[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    while (open.length > 0 && open.at(-1)! >= block.depth) open.pop();
    open.push(block.depth);
    const depth = Math.min(lastDepth, firstDepth + open.length - 1) as typeof block.depth;
    return { ...block, depth };
  });
}
