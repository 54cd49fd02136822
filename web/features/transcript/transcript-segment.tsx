import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { toneOf } from './speaker-badge.tsx';
import { TranscriptDoubt } from './transcript-doubt.tsx';
import { TranscriptHeading } from './transcript-heading.tsx';
import { textPieces } from './transcript.rules.ts';
import style from './transcript.module.css';
import type { TranscriptEdits } from './use-transcript-edits.ts';

type TranscriptSegmentProps = {
  segment: Segment;
  speakers: Transcript['speakers'];
  /** A speaker begins with it: it is headed by the name. */
  isFirst: boolean;
  /** Index of the word being played, -1 before the first; null while this segment is not being played. */
  currentWord: number | null;
  edits: TranscriptEdits | null;
  onPlay: ((timeS: number) => void) | null;
};

/** Who, when, what. The time is a button for the keyboard; each word answers to a click as well (transcript-list). */
export const TranscriptSegment = memo(function TranscriptSegment(props: TranscriptSegmentProps) {
  const { segment, speakers, isFirst, currentWord, edits, onPlay } = props;
  const { t } = useTranslation();
  const pieces = useMemo(() => textPieces(segment), [segment]);
  const { doubt } = segment;
  const time = formatClock(segment.start);
  return (
    <div
      className={style.segment}
      style={toneOf(segment.speaker)}
      data-current={currentWord !== null || undefined}
      data-first={isFirst || undefined}
    >
      {isFirst ? <TranscriptHeading segment={segment} speakers={speakers} edits={edits} /> : null}
      <div className={style.line}>
        {onPlay ? (
          <button
            type="button"
            className={style.time}
            data-time
            // the visible time is part of the name, for those who speak to their computer (WCAG 2.5.3)
            aria-label={t('transcript.playFrom', { time })}
            onClick={() => onPlay(segment.start)}
          >
            {time}
          </button>
        ) : (
          <span className={style.time}>{time}</span>
        )}
        <p className={style.text}>
          <span className={doubt === null ? undefined : style.doubtful}>
            {pieces.map(({ text, word, isUnsure }, index) =>
              word === null ? (
                text
              ) : (
                <span
                  // Pieces of one text never change their order.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  data-word={word}
                  data-current={word === currentWord || undefined}
                  data-unsure={isUnsure || undefined}
                  className={onPlay ? style.word : undefined}
                >
                  {text}
                </span>
              ),
            )}
            {pieces.length === 0 ? <i className={style.nothing}>[{t('transcript.doubt.nothing')}]</i> : null}
          </span>
          {doubt === null ? null : (
            <>
              {' '}
              <TranscriptDoubt doubt={doubt} />
            </>
          )}
        </p>
      </div>
    </div>
  );
});
