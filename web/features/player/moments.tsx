import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import style from './moments.module.css';

export type Moment = {
  /** s. */
  atS: number;
  text: string;
  /** What its button does, for those who do not see what stands beside it. */
  label: string;
};

type MomentsProps = {
  heading: string;
  lead?: string;
  moments: readonly Moment[];
  onPlay(timeS: number): void;
};

/** A long recording has thousands of marks at most: they come in pages. */
const pageSize = 50;

/** Moments of a recording, each with a button that plays it. */
export function Moments({ heading, lead, moments, onPlay }: MomentsProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const [shown, setShown] = useState(pageSize);
  const rest = moments.length - shown;
  return (
    <section className={style.moments} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      {lead ? <p className={style.lead}>{lead}</p> : null}
      {moments.length > 0 ? (
        <ul className={style.list}>
          {moments.slice(0, shown).map(({ atS, text, label }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two marks may share time and words
            <li key={`${atS} ${index}`} className={style.moment}>
              <Button className={style.time} aria-label={label} onPress={() => onPlay(atS)}>
                {formatClock(atS)}
              </Button>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {rest > 0 ? (
        <Button look="quiet" onPress={() => setShown(shown + pageSize)}>
          {t('player.audio.more', { count: rest })}
        </Button>
      ) : null}
    </section>
  );
}
