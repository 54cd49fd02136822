import { startTransition, useEffect, useMemo, useState } from 'react';
import type { MarkdownOptions } from '#api/shared/markdown/markdown-inline.ts';
import { parseMarkdown, readMarkdown } from '#api/shared/markdown/markdown.ts';
import type { Block } from '#api/shared/markdown/rich-text.ts';
import { orderHeadings } from './heading-order.rules.ts';

/** Largest length of a text that is parsed at once, characters, so that the first frame shows it. */
const shortLength = 16_000;
/** Limits of one step of parsing a longer text: time, ms, and number of blocks that are added to the page. */
const sliceMs = 6;
const sliceBlocks = 150;

export type Markdown = { parts: readonly (readonly Block[])[]; isWhole: boolean };

/** Parses a text. A long text is parsed in parts, so that the page stays responsive. */
export function useMarkdown(text: string, options: MarkdownOptions): Markdown {
  const { durationS, sources } = options;
  const short = useMemo(
    () =>
      text.length <= shortLength
        ? {
            parts: [orderHeadings(parseMarkdown(text, toOptions(durationS, sources)), { open: [] })],
            isWhole: true,
          }
        : null,
    [text, durationS, sources],
  );
  const [long, setLong] = useState<Markdown>(nothing);
  useEffect(() => {
    if (text.length <= shortLength) return;
    const reader = readMarkdown(text, toOptions(durationS, sources));
    const place = { open: [] };
    let parts: Markdown['parts'] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const { blocks, isDone } = readSlice(reader);
      parts = [...parts, orderHeadings(blocks, place)];
      startTransition(() => setLong({ parts, isWhole: isDone }));
      if (!isDone) timer = setTimeout(read, 0);
    };
    read();
    return () => clearTimeout(timer);
  }, [text, durationS, sources]);
  return short ?? long;
}

const nothing: Markdown = { parts: [], isWhole: false };

const toOptions = (durationS?: number, sources?: ReadonlySet<number>): MarkdownOptions => ({
  ...(durationS === undefined ? {} : { durationS }),
  ...(sources === undefined ? {} : { sources }),
});

function readSlice(reader: Generator<Block[]>): { blocks: Block[]; isDone: boolean } {
  const endMs = performance.now() + sliceMs;
  const blocks: Block[] = [];
  do {
    const { value, done } = reader.next();
    if (done) return { blocks, isDone: true };
    blocks.push(...value);
  } while (performance.now() < endMs && blocks.length < sliceBlocks);
  return { blocks, isDone: false };
}
