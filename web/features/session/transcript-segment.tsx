import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { textPieces } from './transcript.rules.ts';
import style from './transcript.module.css';

type TranscriptSegmentProps = {
  segment: Segment;
  /** Name of the speaker where a new one begins. */
  heading: string | null;
  /** Index of the word being played, -1 before the first; null while this segment is not being played. */
  currentWord: number | null;
  onPlay: ((timeS: number) => void) | null;
};

/** Who, when, what. The time is a button for the keyboard; each word answers to a click as well (transcript-list). */
export const TranscriptSegment = memo(function TranscriptSegment(props: TranscriptSegmentProps) {
  const { segment, heading, currentWord, onPlay } = props;
  const { t } = useTranslation();
  const pieces = useMemo(() => textPieces(segment), [segment]);
  const time = formatClock(segment.start);
  return (
    <div className={style.segment} data-current={currentWord !== null || undefined}>
      {heading ? <h2 className={style.speaker}>{heading}</h2> : null}
      <div className={style.line}>
        {onPlay ? (
          <button
            type="button"
            className={style.time}
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
          {pieces.map(({ text, word }, index) =>
            word === null ? (
              text
            ) : (
              <span
                // Pieces of one text never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                data-word={word}
                data-current={word === currentWord || undefined}
                className={onPlay ? style.word : undefined}
              >
                {text}
              </span>
            ),
          )}
        </p>
      </div>
    </div>
  );
});
