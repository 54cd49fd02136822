import { useTranslation } from 'react-i18next';
import type { Verdict } from '#api/contract/recording.ts';
import { formatClock, formatNumber } from '#web/lib/format.ts';
import { wholePercent } from './quality.rules.ts';
import style from './sound-facts.module.css';

type SoundFactsProps = {
  durationS: number;
  verdict: Verdict;
  more?: readonly (readonly [label: string, value: string])[];
};

const none: readonly never[] = [];

export function SoundFacts({ durationS, verdict, more = none }: SoundFactsProps) {
  const { t, i18n } = useTranslation();
  const figure = (value: number | null, format: (value: string) => string) =>
    value === null ? t('quality.unknown') : format(formatNumber(value, 1, i18n.language));
  const facts = [
    [t('quality.duration'), formatClock(durationS)],
    ...more,
    [t('quality.loudness'), figure(verdict.loudness_lufs, (value) => t('quality.loudnessValue', { value }))],
    [t('quality.truePeak'), figure(verdict.true_peak_dbtp, (value) => t('quality.truePeakValue', { value }))],
    [t('quality.snr'), figure(verdict.snr_db, (value) => t('quality.snrValue', { value }))],
    [t('quality.speech'), t('quality.percent', { value: wholePercent(verdict.speech_share) })],
  ] as const;
  return (
    <dl className={style.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
