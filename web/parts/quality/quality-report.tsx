import { useTranslation } from 'react-i18next';
import type { Verdict } from '#api/contract/recording.ts';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { spotsOf, summarize, wholePercent } from './quality.rules.ts';
import type { QualityName, QualitySpot } from './quality.rules.ts';
import style from './quality-report.module.css';

type QualityReportProps = { verdict: Verdict; durationS: number; onJump(timeS: number): void };

const kinds = { good: 'info', usable: 'warn', poor: 'error' } as const;
const shownSpots = 12;
/** Time before a spot at which playback starts, s. */
const leadS = 1;

export function QualityReport({ verdict, durationS, onJump }: QualityReportProps) {
  const { t } = useTranslation();
  const { grade, reasons } = summarize(verdict);
  const spots = spotsOf(verdict, durationS);
  const speech = wholePercent(verdict.speech_share);
  return (
    <Notice kind={kinds[grade]} title={t(`quality.${grade}`)}>
      {reasons.length > 0 ? (
        <ul className={style.reasons}>
          {reasons.map(({ name, count }) => (
            <li key={name}>
              <p>
                {t(`quality.${name}.what`, { count: Math.max(1, count), speech })}{' '}
                <span className={style.advice}>{t(`quality.${name}.advice`)}</span>
              </p>
              <Jumps name={name} spots={spots.filter((spot) => spot.name === name)} onJump={onJump} />
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}

type JumpsProps = { name: QualityName; spots: readonly QualitySpot[]; onJump(timeS: number): void };

/** Shows links to the places of a reason. Places within the same second share one link. */
function Jumps({ name, spots, onJump }: JumpsProps) {
  const { t } = useTranslation();
  const times = [...new Map(spots.map((spot) => [formatClock(spot.startS), spot.startS]))];
  if (times.length === 0) return null;
  return (
    <ul className={style.spots} aria-label={t('quality.spots')}>
      {times.slice(0, shownSpots).map(([time, startS]) => (
        <li key={time}>
          <Button
            className={style.spot ?? ''}
            aria-label={t('quality.spot', { name: t(`quality.${name}.name`), time })}
            onPress={() => onJump(Math.max(0, startS - leadS))}
          >
            {time}
          </Button>
        </li>
      ))}
      {times.length > shownSpots ? (
        <li className={style.advice}>{t('quality.spotsMore', { count: times.length - shownSpots })}</li>
      ) : null}
    </ul>
  );
}
