import { Play } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { runsOf, type DraftParagraph } from './paragraph.rules.ts';
import style from './file-draft.module.css';

type ParagraphProps = {
  paragraph: DraftParagraph;
  index: number;
  /** The `cutKey` of its words. */
  cut: string;
  language: string;
  canPlay: boolean;
  /** True for the one that is in the tab order. */
  isActive: boolean;
};

/** One of hundreds: it is rendered again only if something of its own has changed. */
export const Paragraph = memo(function Paragraph(props: ParagraphProps) {
  const { paragraph, index, cut, language, canPlay, isActive } = props;
  const { t } = useTranslation();
  const time = formatClock(paragraph.start);
  return (
    <li className={style.paragraph} data-index={index}>
      {canPlay ? (
        <button
          type="button"
          className={style.time}
          tabIndex={isActive ? 0 : -1}
          aria-label={t('draft.file.playFrom', { time })}
          data-play
        >
          <Play size={14} aria-hidden="true" />
          {time}
        </button>
      ) : (
        <span className={style.time}>{time}</span>
      )}
      <p lang={language}>
        {runsOf(paragraph.words, cut).map(({ first, words, isCut }) => {
          const spans = words.map((word, at) => (
            <span key={`${word.start}-${first + at}`} data-word={first + at}>
              {word.text.trim()}{' '}
            </span>
          ));
          if (!isCut) return spans;
          return (
            <del key={`cut-${first}`} className={style.cut}>
              <VisuallyHidden>{t('draft.file.cut')} </VisuallyHidden>
              {spans}
              <VisuallyHidden>{t('draft.file.cutEnd')} </VisuallyHidden>
            </del>
          );
        })}
      </p>
    </li>
  );
});
