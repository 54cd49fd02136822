import { clsx } from 'clsx';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { paragraphGapS, toParagraphs } from '#web/parts/recording/dictated-text.rules.ts';
import type { DraftRunState } from '#web/parts/draft/draft-run.ts';
import type { DraftPiece } from '#web/parts/draft/sent-draft.rules.ts';
import { LiveText } from '#web/parts/draft/live-text.tsx';
import style from '#web/parts/draft/live-text.module.css';

type OpenWords = Pick<DraftRunState['text'], 'firm' | 'rest'>;
type DraftLogProps = {
  /** Pieces of the recording's draft that were written before `text`. */
  before: readonly DraftPiece[];
  text: DraftRunState['text'];
  language: string;
};

/** Number of pieces in a block. A full block does not change any more, and is not rendered again. */
const blockPieces = 20;

/** Shows the text of a draft that is being written. */
export const DraftLog = memo(function DraftLog({ before, text, language }: DraftLogProps) {
  const { t } = useTranslation();
  const pieces = [...before, ...text.segments];
  const isOpen = text.firm.length + text.rest.length > 0;
  const full = Math.floor(Math.max(0, pieces.length - 1) / blockPieces);
  const blocks = Array.from({ length: full }, (_, at) =>
    pieces.slice(at * blockPieces, (at + 1) * blockPieces),
  );
  return (
    <LiveText label={t('draft.live.title')}>
      {pieces.length === 0 && !isOpen ? <p className={style.empty}>{t('draft.live.empty')}</p> : null}
      {blocks.map((block) => (
        <Block key={block[0]?.start} pieces={block} language={language} />
      ))}
      <LastBlock pieces={pieces.slice(full * blockPieces)} open={text} language={language} />
    </LiveText>
  );
});

type BlockProps = { pieces: readonly DraftPiece[]; language: string };

const Block = memo(
  function Block({ pieces, language }: BlockProps) {
    return (
      <div className={clsx(style.paragraphs, style.block)} lang={language}>
        {toParagraphs(pieces).map(({ startS, text }) => (
          <p key={startS}>{text}</p>
        ))}
      </div>
    );
  },
  // A block is another array at each render, but pieces are only added, and never changed.
  (before, after) => before.pieces[0] === after.pieces[0] && before.language === after.language,
);

function LastBlock({ pieces, open, language }: BlockProps & { open: OpenWords }) {
  const paragraphs = toParagraphs(pieces);
  const firstWord = open.firm[0] ?? open.rest[0];
  const isOwn = !firstWord || firstWord.start - (pieces.at(-1)?.end ?? -Infinity) > paragraphGapS;
  const words = firstWord ? <OpenWordsText open={open} /> : null;
  return (
    <div className={style.paragraphs} lang={language}>
      {paragraphs.map(({ startS, text }, at) => (
        <p key={startS}>
          {text}
          {at === paragraphs.length - 1 && !isOwn ? <> {words}</> : null}
        </p>
      ))}
      {isOwn && words ? <p>{words}</p> : null}
    </div>
  );
}

/** The words of the open window: those that are firm, and those that may still change. */
function OpenWordsText({ open: { firm, rest } }: { open: OpenWords }) {
  return (
    <>
      {textOf(firm)}
      {firm.length > 0 && rest.length > 0 ? ' ' : ''}
      {rest.length > 0 ? <span className={style.rest}>{textOf(rest)}</span> : null}
    </>
  );
}

const textOf = (words: OpenWords['firm']): string => words.map(({ text }) => text.trim()).join(' ');
