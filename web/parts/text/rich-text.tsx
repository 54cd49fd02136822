import { Square, SquareCheck } from 'lucide-react';
import { Fragment, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block, Inline, ListItem } from '#api/shared/markdown/rich-text.ts';
import { spokenDuration } from '#web/lib/format.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './rich-text.module.css';

export type RichTextActions = {
  /** Plays from a time, s. Null without audio; times are then plain text. */
  onTime: ((atS: number) => void) | null;
  onSource?(n: number): void;
  sourceName?(n: number): string;
  /** Called when the pointer or the focus reaches a source, and with null when it leaves it. */
  onLook?(n: number | null, mark: HTMLElement): void;
};

type RichTextProps = RichTextActions & { blocks: readonly Block[] };

/** Renders notes and results from parsed blocks. No text is ever inserted as HTML. */
export const RichText = memo(function RichText({ blocks, ...actions }: RichTextProps) {
  return <Blocks blocks={blocks} actions={actions} />;
});

type Inner = { actions: RichTextActions };

// The index can be the key, because the parsed text never changes its order.
/* oxlint-disable react/no-array-index-key */
function Blocks({ blocks, actions }: Inner & { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} actions={actions} />);
}

function OneBlock({ block, actions }: Inner & { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      // The page has its own `h1`.
      const Heading = `h${Math.min(6, block.depth + 1)}` as 'h2';
      return (
        <Heading>
          <Inlines inlines={block.inlines} actions={actions} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inlines} actions={actions} />
        </p>
      );
    case 'list': {
      const items = block.items.map((item, index) => <Item key={index} item={item} actions={actions} />);
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} actions={actions} />
        </blockquote>
      );
    case 'code':
      return <Code text={block.text} />;
    case 'rule':
      return <hr />;
    case 'table':
      return <Table table={block} actions={actions} />;
  }
}

function Item({ item, actions }: Inner & { item: ListItem }) {
  const { t } = useTranslation();
  const [first, ...rest] = item.blocks;
  // An item with a single line needs no paragraph.
  const content =
    first?.kind === 'paragraph' ? (
      <>
        <Inlines inlines={first.inlines} actions={actions} />
        <Blocks blocks={rest} actions={actions} />
      </>
    ) : (
      <Blocks blocks={item.blocks} actions={actions} />
    );
  if (item.checked === null) return <li>{content}</li>;
  const Box = item.checked ? SquareCheck : Square;
  return (
    <li className={style.task}>
      <Box size={18} aria-hidden="true" />
      <VisuallyHidden>{t(item.checked ? 'result.task.done' : 'result.task.open')}</VisuallyHidden>
      <div>{content}</div>
    </li>
  );
}

/**
 * Length of a piece of code, characters. Long code is split, because the browser then lays out the visible pieces only.
 */
const codeLength = 6_000;

function Code({ text }: { text: string }) {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + codeLength;
    const newlineAt = end < text.length ? text.lastIndexOf('\n', end) : -1;
    const to = newlineAt > from ? newlineAt + 1 : end;
    pieces.push(text.slice(from, to).replace(/\n$/, ''));
    from = to;
  }
  return (
    // The code scrolls sideways, so it must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0}>
      {pieces.map((piece, index) => (
        <code key={index}>{piece}</code>
      ))}
    </pre>
  );
}

function Table({ table, actions }: Inner & { table: Extract<Block, { kind: 'table' }> }) {
  const alignOf = (column: number) => ({ 'data-align': table.align[column] ?? undefined });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={style.wide} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((cell, column) => (
              <th key={column} scope="col" {...alignOf(column)}>
                <Inlines inlines={cell} actions={actions} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} {...alignOf(column)}>
                  <Inlines inlines={cell} actions={actions} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ inlines, actions }: Inner & { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => <OneInline key={index} inline={inline} actions={actions} />);
}
/* oxlint-enable react/no-array-index-key */

function OneInline({ inline, actions }: Inner & { inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return <Fragment>{inline.text}</Fragment>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
    case 'em':
    case 'strike': {
      const Mark = inline.kind === 'strike' ? 's' : inline.kind;
      return (
        <Mark>
          <Inlines inlines={inline.inlines} actions={actions} />
        </Mark>
      );
    }
    case 'link':
      return (
        <a href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines inlines={inline.inlines} actions={actions} />
        </a>
      );
    case 'break':
      return <br />;
    case 'time':
      return <Time atS={inline.atS} text={inline.text} onTime={actions.onTime} />;
    case 'source':
      return <Source n={inline.n} actions={actions} />;
    case 'unsupported':
      return <Unsupported />;
  }
}

type TimeProps = { atS: number; text: string; onTime: RichTextActions['onTime'] };

function Time({ atS, text, onTime }: TimeProps) {
  const { t, i18n } = useTranslation();
  const shown = text.replace(/^\[|\]$/g, '');
  if (!onTime) return <time dateTime={`PT${atS}S`}>{shown}</time>;
  return (
    <button
      type="button"
      className={style.time}
      aria-label={t('result.playTime', { clock: shown, time: spokenDuration(atS, i18n.language) })}
      onClick={() => onTime(atS)}
    >
      {shown}
    </button>
  );
}

/** Marks a statement that a language model made without a source. */
function Unsupported() {
  const { t } = useTranslation();
  return (
    <small className={style.unsupported} title={t('result.unsupported.long')}>
      {t('result.unsupported.short')}
    </small>
  );
}

function Source({ n, actions }: Inner & { n: number }) {
  const { t } = useTranslation();
  const { onSource, onLook, sourceName } = actions;
  const name = sourceName?.(n) ?? t('result.source.bare', { n });
  if (!onSource) return <sup>{n}</sup>;
  return (
    <button
      type="button"
      className={style.source}
      aria-label={name}
      onClick={() => onSource(n)}
      onPointerEnter={(event) => onLook?.(n, event.currentTarget)}
      onPointerLeave={(event) => onLook?.(null, event.currentTarget)}
      onFocus={(event) => onLook?.(n, event.currentTarget)}
      onBlur={(event) => onLook?.(null, event.currentTarget)}
    >
      {n}
    </button>
  );
}
