import { Check, Ellipsis } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment, Word } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { ConflictCard } from '#web/features/transcript/editor/conflict-card.tsx';
import { toneOf } from '#web/parts/transcript/speaker-badge.tsx';
import { TranscriptDoubt } from './transcript-doubt.tsx';
import type { EditConflict } from '#web/features/transcript/editor/transcript-editor.ts';
import { TranscriptHeading } from './transcript-heading.tsx';
import { textPieces } from '#web/features/transcript/transcript.rules.ts';
import type { WordMark } from '#web/parts/transcript/doubt.rules.ts';
import { TranscriptWriting } from './transcript-writing.tsx';
import type { Caret } from './transcript-writing.tsx';
import type { TurnActions } from './turn-actions.ts';
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
  language: string;
  markOf(word: Word): WordMark | null;
  actions: TurnActions;
};

/**
 * Shows one segment with name, time and text. Only the active section and its buttons are in the tab order, so that a
 * long transcript is one tab stop. A click on a word plays from there (transcript-list).
 */
export const TranscriptSegment = memo(function TranscriptSegment(props: TranscriptSegmentProps) {
  const { segment, name, isFirst, isActive, caret, conflict, language, markOf, actions } = props;
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
      onFocus={() => actions.activate(id)}
    >
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
        aria-label={t('transcript.turn.label', { name, time, text })}
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
          <Reading segment={segment} language={language} markOf={markOf} isPlayable={actions.play !== null} />
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

type ReadingProps = Pick<TranscriptSegmentProps, 'segment' | 'language' | 'markOf'> & { isPlayable: boolean };

function Reading({ segment, language, markOf, isPlayable }: ReadingProps) {
  const { t } = useTranslation();
  const pieces = useMemo(() => textPieces(segment, markOf), [segment, markOf]);
  return (
    <p className={style.text} lang={language} data-text>
      <span className={segment.doubt === null ? undefined : style.doubtful}>
        {pieces.map(({ text, word, mark }, index) =>
          word === null ? (
            text
          ) : (
            <span
              // The pieces of a text never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              data-word={word}
              data-mark={mark ?? undefined}
              className={isPlayable ? style.word : undefined}
            >
              {text}
            </span>
          ),
        )}
        {pieces.length === 0 ? <i className={style.nothing}>[{t('transcript.doubt.nothing')}]</i> : null}
      </span>
    </p>
  );
}
