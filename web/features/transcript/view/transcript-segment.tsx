import { clsx } from 'clsx';
import { Check, Ellipsis } from 'lucide-react';
import { Fragment, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment, Word } from '#api/contract/transcript.ts';
import { wordsOf } from '#api/shared/transcript-edit/realign.ts';
import { formatClock } from '#web/lib/format.ts';
import { ConflictCard } from '#web/features/transcript/editor/conflict-card.tsx';
import { toneOf } from '#web/parts/transcript/speaker-badge.tsx';
import { TranscriptDoubt } from './transcript-doubt.tsx';
import type { EditConflict } from '#web/features/transcript/editor/transcript-editor.ts';
import { TranscriptHeading } from './transcript-heading.tsx';
import { wordKey, type DraftDifference } from '#web/features/transcript/draft/draft-difference.rules.ts';
import { textPieces, type Piece } from '#web/features/transcript/transcript.rules.ts';
import type { WordMark } from '#web/parts/transcript/doubt.rules.ts';
import { TranscriptWriting } from './transcript-writing.tsx';
import type { Caret } from './transcript-writing.tsx';
import type { TurnActions } from './turn-actions.ts';
import draftStyle from '#web/features/transcript/draft/draft.module.css';
import style from './transcript.module.css';

type TranscriptSegmentProps = {
  segment: Segment;
  name: string;
  /** True if the segment begins a turn, so that it has a heading. */
  isFirst: boolean;
  /** True for the segment that is in the tab order. */
  isActive: boolean;
  /** Place where writing begins; null if the segment is not being written. */
  caret: Caret | null;
  conflict: EditConflict | null;
  /** `first` if the draft begins here after a transcription; null if the segment is not of a draft. */
  draft: 'first' | 'more' | null;
  /** The differences from the draft that are marked; null if none are. */
  difference: DraftDifference | null;
  language: string;
  markOf(word: Word): WordMark | null;
  actions: TurnActions;
};

/**
 * Shows one segment with name, time and text. Only the active section and its buttons are in the tab order, so that a
 * long transcript is one tab stop. A click on a word plays from there (transcript-list).
 */
export const TranscriptSegment = memo(function TranscriptSegment(props: TranscriptSegmentProps) {
  const { segment, name, isFirst, isActive, caret, conflict, draft, difference, language, markOf, actions } =
    props;
  const { t } = useTranslation();
  const { id, doubt, start } = segment;
  const time = formatClock(start);
  const tabIndex = isActive ? 0 : -1;
  const text = segment.text || t('transcript.doubt.nothing');
  return (
    <div
      className={style.segment}
      style={toneOf(segment.speaker)}
      data-first={isFirst || undefined}
      data-draft={draft ?? undefined}
      onFocus={() => actions.activate(id)}
    >
      {draft === 'first' ? <p className={draftStyle.start}>{t('transcript.draft.start')}</p> : null}
      {isFirst ? (
        <TranscriptHeading segment={segment} name={name} tabIndex={tabIndex} actions={actions} />
      ) : null}
      {/* Sections can have the focus for their shortcuts, like the rows of a grid. Each action is in their menu too. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role */}
      <div
        role="group"
        className={style.line}
        tabIndex={tabIndex}
        data-turn={id}
        aria-label={t(draft ? 'transcript.draft.turn' : 'transcript.turn.label', { name, time, text })}
        aria-keyshortcuts={actions.canEdit ? 'Enter' : undefined}
        onDoubleClick={(event) => actions.writeAt(id, event)}
      >
        {actions.play ? (
          <button
            type="button"
            className={style.time}
            data-time
            tabIndex={tabIndex}
            // Voice control needs the visible time in the accessible name (WCAG 2.5.3).
            aria-label={t('transcript.playFrom', { time })}
            onClick={() => actions.play?.(start)}
          >
            {time}
          </button>
        ) : (
          <span className={style.time}>{time}</span>
        )}
        {caret ? (
          <TranscriptWriting
            segment={segment}
            name={name}
            language={language}
            caret={caret}
            events={actions.writing}
          />
        ) : (
          <Reading
            segment={segment}
            difference={difference}
            language={language}
            markOf={markOf}
            isPlayable={actions.play !== null}
          />
        )}
        <span className={style.aside}>
          {doubt === null ? null : <TranscriptDoubt doubt={doubt} tabIndex={tabIndex} />}
          {doubt !== null && actions.canEdit ? (
            <button
              type="button"
              className={style.right}
              tabIndex={tabIndex}
              title={t('transcript.doubt.confirm')}
              aria-label={t('transcript.doubt.confirmAt', { time })}
              onClick={() => actions.confirm(id)}
            >
              <Check size={18} aria-hidden="true" />
            </button>
          ) : null}
          {actions.canEdit || actions.play ? (
            <button
              type="button"
              className={style.more}
              tabIndex={tabIndex}
              aria-haspopup="menu"
              aria-label={t('transcript.turn.menu', { time })}
              data-menu
              onClick={({ currentTarget }) => actions.open('menu', id, currentTarget)}
            >
              <Ellipsis size={18} aria-hidden="true" />
            </button>
          ) : null}
        </span>
      </div>
      {conflict ? <ConflictCard conflict={conflict} onResolve={actions.resolve} /> : null}
    </div>
  );
});

type ReadingProps = Pick<TranscriptSegmentProps, 'segment' | 'difference' | 'language' | 'markOf'> & {
  isPlayable: boolean;
};

function Reading({ segment, difference, language, markOf, isPlayable }: ReadingProps) {
  const { t } = useTranslation();
  const pieces = useMemo(() => piecesOf(segment, difference, markOf), [segment, difference, markOf]);
  return (
    <p className={style.text} lang={language} data-text>
      <span className={segment.doubt === null ? undefined : style.doubtful}>
        {pieces.map(({ text, word, mark, was, goneBefore, goneAfter }, index) => {
          if (word === null) return text;
          const Word = was === undefined ? 'span' : 'ins';
          return (
            // The pieces of a text never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {goneBefore ? <del className={draftStyle.gone} data-gone={goneBefore} /> : null}
              <Word
                data-word={word}
                data-mark={mark ?? undefined}
                className={clsx(isPlayable && style.word, was !== undefined && draftStyle.changed)}
                title={was === undefined ? undefined : titleOf(was)}
              >
                {text}
              </Word>
              {goneAfter ? (
                <del className={clsx(draftStyle.gone, draftStyle.goneAfter)} data-gone={goneAfter} />
              ) : null}
            </Fragment>
          );
        })}
        {pieces.length === 0 ? <i className={style.nothing}>[{t('transcript.doubt.nothing')}]</i> : null}
      </span>
    </p>
  );

  function titleOf(was: string): string {
    return was === '' ? t('transcript.draft.added') : t('transcript.draft.was', { text: was });
  }
}

/**
 * Splits a text into its pieces, with what the draft has in their place. Words of the draft that are gone are written by the style
 * sheet, so that they are not in the text: places in it are counted, and it is copied.
 */
function piecesOf(
  segment: Segment,
  difference: DraftDifference | null,
  markOf: (word: Word) => WordMark | null,
): (Piece & { was?: string | undefined; goneBefore?: string | undefined; goneAfter?: string | undefined })[] {
  if (!difference) return textPieces(segment, markOf);
  const words = wordsOf(segment);
  return textPieces({ ...segment, words }, markOf).map((piece) => {
    if (piece.word === null) return piece;
    const key = wordKey(words[piece.word]!);
    return {
      ...piece,
      was: difference.changed.get(key),
      goneBefore: difference.goneBefore.get(key),
      goneAfter: difference.goneAfter.get(key),
    };
  });
}
