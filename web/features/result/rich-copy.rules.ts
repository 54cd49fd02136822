import type { Block, Inline, ListItem } from '#api/shared/markdown/rich-text.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

export const blocksToHtml = (blocks: readonly Block[]): string => blocks.map(blockToHtml).join('');

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.depth}>${inlinesToHtml(block.inlines)}</h${block.depth}>`;
    case 'paragraph':
      return `<p>${inlinesToHtml(block.inlines)}</p>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${itemToHtml(item)}</li>`).join('');
      return block.isOrdered ? `<ol start="${block.start}">${items}</ol>` : `<ul>${items}</ul>`;
    }
    case 'quote':
      return `<blockquote>${blocksToHtml(block.blocks)}</blockquote>`;
    case 'code':
      return `<pre><code>${escape(block.text)}</code></pre>`;
    case 'rule':
      return '<hr>';
    case 'table': {
      const row = (cells: Inline[][], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${inlinesToHtml(cell)}</${tag}>`).join('')}</tr>`;
      const rows = block.rows.map((cells) => row(cells, 'td')).join('');
      return `<table><thead>${row(block.head, 'th')}</thead><tbody>${rows}</tbody></table>`;
    }
  }
}

function itemToHtml({ checked, blocks }: ListItem): string {
  const [first, ...rest] = blocks;
  const box = checked === null ? '' : checked ? '☑ ' : '☐ ';
  if (first?.kind !== 'paragraph') return box + blocksToHtml(blocks);
  return box + inlinesToHtml(first.inlines) + blocksToHtml(rest);
}

const tags = { strong: 'strong', em: 'em', strike: 's' } as const;

function inlinesToHtml(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
        case 'time':
          return escape(inline.text);
        case 'code':
          return `<code>${escape(inline.text)}</code>`;
        case 'link':
          return `<a href="${escape(inline.href)}">${inlinesToHtml(inline.inlines)}</a>`;
        case 'break':
          return '<br>';
        case 'source':
          return `<sup>[${inline.n}]</sup>`;
        case 'unsupported':
          return '<sup>[?]</sup>';
        default:
          return `<${tags[inline.kind]}>${inlinesToHtml(inline.inlines)}</${tags[inline.kind]}>`;
      }
    })
    .join('');
}

export const blocksToPlain = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => blockToPlain(block))
    .join('\n\n')
    .trim();

function blockToPlain(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return inlinesToPlain(block.inlines);
    case 'list':
      return block.items
        .map((item, index) => {
          const mark = block.isOrdered ? `${block.start + index}.` : '-';
          const box = item.checked === null ? '' : item.checked ? '[x] ' : '[ ] ';
          const text = item.blocks.map(blockToPlain).join('\n');
          return `${mark} ${box}${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`;
        })
        .join('\n');
    case 'quote':
      return blocksToPlain(block.blocks).replace(/^/gm, '> ');
    case 'code':
      return block.text;
    case 'rule':
      return '———';
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlinesToPlain).join('\t')).join('\n');
  }
}

function inlinesToPlain(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'break') return '\n';
      if (inline.kind === 'source') return `[${inline.n}]`;
      if (inline.kind === 'unsupported') return '[?]';
      if (inline.kind === 'link') {
        const label = inlinesToPlain(inline.inlines);
        const address = inline.href.replace(/^mailto:/, '');
        return label === address || `http://${label}` === address ? label : `${label} (${address})`;
      }
      return 'inlines' in inline ? inlinesToPlain(inline.inlines) : inline.text;
    })
    .join('');
}
