import { parseMarkdown } from '#api/shared/markdown/markdown.ts';
import type { MarkdownOptions } from '#api/shared/markdown/markdown-inline.ts';
import { blocksToHtml, blocksToPlain } from './rich-copy.rules.ts';

/** Copies a text to the clipboard. The formatting is copied too if `isRich` is true and the browser supports it. */
export async function copyText(text: string, options: MarkdownOptions, isRich: boolean): Promise<void> {
  const blocks = parseMarkdown(text, options);
  const plain = blocksToPlain(blocks);
  if (!isRich || typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(plain);
  const blob = (type: string, content: string) => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': blob('text/html', blocksToHtml(blocks)),
      'text/plain': blob('text/plain', plain),
    }),
  ]);
}
