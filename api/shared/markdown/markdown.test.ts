import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { readTime } from './markdown-inline.ts';
import { splitMarkdown } from './markdown-parts.ts';
import { parseMarkdown, readMarkdown } from './markdown.ts';
import type { Block, Inline } from './rich-text.ts';

const options = { durationS: 9000, sources: new Set([1, 3]) };
const inlinesOf = (text: string): Inline[] => {
  const [block] = parseMarkdown(text, options);
  return block?.kind === 'paragraph' ? block.inlines : [];
};
const text = (of: string): Inline => ({ kind: 'text', text: of });

function shown(blocks: readonly Block[]): string {
  const ofInlines = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) => {
        if (inline.kind === 'break') return '\n';
        if (inline.kind === 'source') return `[${inline.n}]`;
        if (inline.kind === 'unsupported') return '[?]';
        if (inline.kind === 'link') return `${ofInlines(inline.inlines)} ${inline.href} `;
        return 'inlines' in inline ? ofInlines(inline.inlines) : inline.text;
      })
      .join('');
  return blocks
    .map((block) => {
      if (block.kind === 'list') {
        return block.items.map((item, at) => `${block.start + at}. ${shown(item.blocks)}`).join('\n');
      }
      if (block.kind === 'quote') return shown(block.blocks);
      if (block.kind === 'table') return [block.head, ...block.rows].flat().map(ofInlines).join(' ');
      if (block.kind === 'rule') return '';
      return block.kind === 'code' ? block.text : ofInlines(block.inlines);
    })
    .join('\n');
}

describe('a statement without a source', () => {
  it('is marked in what has sources, and nowhere else', () => {
    expect(inlinesOf('Das stimmt. [?] Weiter [1]')).toEqual([
      text('Das stimmt. '),
      { kind: 'unsupported' },
      text(' Weiter '),
      { kind: 'source', n: 1 },
    ]);
    expect(parseMarkdown('Was? [?]', {})).toEqual([{ kind: 'paragraph', inlines: [text('Was? [?]')] }]);
  });
});

describe('a text', () => {
  it('has headings, emphasis, code, breaks, quotes and rules', () => {
    expect(parseMarkdown('# A *b*\n\nx **y** ~~z~~ `k`\nneu\n\n> q\n\n---\n\n```js\n1\n```')).toEqual([
      { kind: 'heading', depth: 1, inlines: [text('A '), { kind: 'em', inlines: [text('b')] }] },
      {
        kind: 'paragraph',
        inlines: [
          text('x '),
          { kind: 'strong', inlines: [text('y')] },
          text(' '),
          { kind: 'strike', inlines: [text('z')] },
          text(' '),
          { kind: 'code', text: 'k' },
          { kind: 'break' },
          text('neu'),
        ],
      },
      { kind: 'quote', blocks: [{ kind: 'paragraph', inlines: [text('q')] }] },
      { kind: 'rule' },
      { kind: 'code', text: '1' },
    ]);
  });

  it('has lists in lists, with boxes to tick and the numbers that were written', () => {
    const [list, other] = parseMarkdown('3. drei\n   - [ ] offen\n   - [x] erledigt\n4. vier\n7. sieben');
    expect(list).toMatchObject({ kind: 'list', isOrdered: true, start: 3, items: [{}, { checked: null }] });
    expect(other).toMatchObject({ kind: 'list', start: 7 });
    const nested = list?.kind === 'list' ? list.items[0]?.blocks[1] : undefined;
    expect(nested).toMatchObject({ isOrdered: false, items: [{ checked: false }, { checked: true }] });
  });

  it('has tables, and no table where a cell would be lost', () => {
    expect(parseMarkdown('|a|b|\n|-|-:|\n|1|2|')).toEqual([
      {
        kind: 'table',
        align: [null, 'right'],
        head: [[text('a')], [text('b')]],
        rows: [[[text('1')], [text('2')]]],
      },
    ]);
    expect(shown(parseMarkdown('|a|b|\n|-|-:|\n|1|2|3|'))).toContain('|1|2|3|');
  });

  it('keeps HTML visible, and knows what a reference to a character stands for', () => {
    expect(inlinesOf('<img src=x onerror=alert(1)> <b>a</b>')).toEqual([
      text('<img src=x onerror=alert(1)> <b>a</b>'),
    ]);
    expect(shown(parseMarkdown('<script>\nalert(1)\n</script>'))).toBe('<script>\nalert(1)\n</script>');
    expect(inlinesOf('&lt;img&gt; &amp;amp; &#228; &nope; &#0; &#x202e;')).toEqual([
      text('<img> &amp; ä &nope; &#0; \u202e'),
    ]);
  });

  it('reads indented lines as text and leaves references to elsewhere as they are', () => {
    expect(shown(parseMarkdown('    eingerückt\n\n[k]: http://x.ch\n[k]'))).toContain('[k]');
    expect(parseMarkdown('    eingerückt')[0]?.kind).toBe('paragraph');
  });
});

describe('links', () => {
  it.each([
    ['[a](https://x.ch/a?b=1&c=2#d)', 'https://x.ch/a?b=1&c=2#d'],
    ['[a](HTTP://x.ch)', 'HTTP://x.ch'],
    ['<https://x.ch>', 'https://x.ch'],
    ['www.x.ch', 'http://www.x.ch'],
    ['petra@example.org', 'mailto:petra@example.org'],
    ['![Bild](https://x.ch/b.png)', 'https://x.ch/b.png'],
  ])('%s leads to %s', (markdown, href) => {
    expect(inlinesOf(markdown)).toMatchObject([{ kind: 'link', href }]);
  });

  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java&#9;script:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](<java\tscript:alert(1)>)',
    '[a](vbscript:x)',
    '[a](data:text/html,x)',
    '![a](data:image/svg+xml,x)',
    '[a](//x.ch)',
    '[a](/library)',
    '[a](https:javascript:alert(1))',
    '[a](http://)',
    '<javascript:alert(1)>',
    '[a](blob:https://x.ch/1)',
  ])('%s is text', (markdown) => {
    const inlines = inlinesOf(markdown);
    expect(inlines.length).toBeGreaterThan(0);
    expect(JSON.stringify(inlines)).not.toContain('"link"');
  });

  it('are no links in links, and keep what stands beside them', () => {
    expect(inlinesOf('[12:30 [1]](https://x.ch "Titel")')).toMatchObject([
      { kind: 'link', inlines: [{ kind: 'text' }, { text: ' (Titel)' }] },
    ]);
  });
});

describe('moments and sources', () => {
  it('are found in running text', () => {
    expect(inlinesOf('um 12:30, [1:02:33]: laut [3] und [1, 3].')).toEqual([
      text('um '),
      { kind: 'time', atS: 750, text: '12:30' },
      text(', '),
      { kind: 'time', atS: 3753, text: '[1:02:33]' },
      text(': laut '),
      { kind: 'source', n: 3 },
      text(' und '),
      { kind: 'source', n: 1 },
      { kind: 'source', n: 3 },
      text('.'),
    ]);
  });

  it.each([
    '`12:30`',
    '14:30 Uhr',
    '2:30:01',
    '3:75',
    '1:2:3',
    'v12:30',
    '12:30:',
    '[2]',
    '12.12:30',
    '\\[3\\]',
  ])('are not found in %s', (markdown) => {
    const kinds = inlinesOf(markdown).map(({ kind }) => kind);
    expect(kinds).not.toContain('time');
    expect(kinds).not.toContain('source');
  });

  it('have a length', () => {
    expect([readTime('0:00'), readTime('132:05'), readTime('2:00:09')]).toEqual([0, 7925, 7209]);
    expect([readTime('1:60'), readTime('1:60:00')]).toEqual([null, null]);
  });
});

describe('any text', () => {
  const marks = fc.array(
    fc.constantFrom(
      'a',
      'b',
      'ä',
      '1',
      '[',
      ']',
      '(',
      ')',
      '*',
      '_',
      '`',
      '~',
      '>',
      '#',
      '+',
      '-',
      '|',
      ':',
      '<',
      '&',
      '\\',
      ' ',
      '  ',
      '\n',
      '\n\n',
      '\t',
      '!',
      '[x](http://a.ch)',
      '- ',
      '1. ',
      '12:30',
      '[1]',
      '|-|-|',
      '\r\n',
    ),
    { maxLength: 60 },
  );

  it('can be read, and all its words are there', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          marks.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (markdown) => {
          const seen = shown(parseMarkdown(markdown, options));
          // Text after a fence names a programming language.
          const written = markdown.replace(/^.*(?:`{3}|~{3}).*$/gm, '');
          for (const letter of ['a', 'b', 'ä']) {
            const count = (of: string) => of.split(letter).length;
            expect(count(seen)).toBeGreaterThanOrEqual(count(written));
          }
        },
      ),
      { numRuns: isLong ? 1500 : 400 },
    );
  });

  it('is cut where nothing goes over the cut', () => {
    const section = (n: number) =>
      `## Titel ${n}\n\n- eins **fett**\n  - zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nText ${n}.\n\n`;
    const long = Array.from({ length: 900 }, (_, n) => section(n)).join('');
    expect([...splitMarkdown(long)].length).toBeGreaterThan(4);
    expect(parseMarkdown(long)).toHaveLength(900 * 4);
    expect([...readMarkdown(long)].flat()).toEqual(parseMarkdown(long));
  });

  it.each([
    '[',
    '![a](',
    '*',
    '*a ',
    'a*',
    '__a',
    '~~a~ ',
    '>',
    '> ',
    '`',
    '` a',
    '<a ',
    '- ',
    '1. ',
    '- > ',
    '_ ',
    '|',
    '12:30 ',
    '- a\n',
    '- > a\nb\n',
    '> > > > - - - - a\n',
    'a|b\n-|-\n',
    '\\',
    '&#',
    '```\n',
    '[1]',
  ])('of %j again and again is read in small pieces, all of it', (piece) => {
    const markdown = piece.repeat(Math.ceil((isLong ? 100_000 : 40_000) / piece.length));
    const parts = [...splitMarkdown(markdown)];
    // The weight of each piece is limited, so the time grows linearly.
    expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(33_000);
    const depth = (blocks: readonly Block[]): number =>
      Math.max(
        0,
        ...blocks.map((block) =>
          block.kind === 'quote'
            ? 1 + depth(block.blocks)
            : block.kind === 'list'
              ? 1 + Math.max(...block.items.map((item) => depth(item.blocks)))
              : 0,
        ),
      );
    const blocks = parseMarkdown(markdown, options);
    expect(depth(blocks)).toBeLessThanOrEqual(10);
    const letters = markdown.split('a').length;
    expect(shown(blocks).split('a').length).toBe(letters);
  });
});
