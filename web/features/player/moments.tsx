import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import style from './moments.module.css';

export type Moment = {
  atS: number;
  text: string;
  label: string;
};

type MomentsProps = {
  heading: string;
  lead?: string;
  moments: readonly Moment[];
  onPlay(timeS: number): void;
};

/** Rows per page: a long recording can have thousands of moments. */
const pageSize = 50;

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
            // oxlint-disable-next-line react/no-array-index-key -- two moments may share time and text
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
