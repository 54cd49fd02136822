import { useTranslation } from 'react-i18next';
import type { Mp3Format } from '#api/contract/domain.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Select } from '#web/ui/select.tsx';
import style from '../domain.module.css';
import { bitratesOf, sampleRates } from '../form/domain-form.rules.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import { OwnChoice } from './own-choice.tsx';
import { useFieldProblem } from './use-field-problem.ts';

/** Format of the mp3 recordings that pages of the host make. */
export function SoundPart({ draft }: { draft: DomainDraft }) {
  const { t, i18n } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const { mp3 } = draft.form;
  const { defaults } = draft.base;
  const rateText = (rate: number) =>
    t('domain.sound.kilohertz', { value: formatNumber(rate / 1000, 1, i18n.language) });
  const bitrateText = (rate: number) => t('domain.sound.kilobits', { value: rate });
  const set = (format: Mp3Format) => {
    const bitrates = bitratesOf(format.sample_rate);
    const nearest = bitrates.reduce((best, each) =>
      Math.abs(each - format.bitrate) < Math.abs(best - format.bitrate) ? each : best,
    );
    draft.change({ mp3: { ...format, bitrate: nearest } });
  };
  return (
    <>
      <OwnChoice
        label={t('domain.sound.choice')}
        standard={t('domain.standard')}
        standardHint={`${rateText(defaults.mp3.sample_rate)}, ${bitrateText(defaults.mp3.bitrate)}`}
        own={t('domain.sound.own')}
        isOwn={mp3 !== null}
        onChange={(isOwn) => draft.change({ mp3: isOwn ? (defaults.mp3 as Mp3Format) : null })}
      />
      {mp3 ? (
        <div className={style.pair}>
          <Select
            label={t('domain.sound.rate')}
            options={sampleRates.map((rate) => ({ key: String(rate), label: rateText(rate) }))}
            value={String(mp3.sample_rate)}
            onChange={(rate) => set({ ...mp3, sample_rate: Number(rate) as Mp3Format['sample_rate'] })}
          />
          <Select
            label={t('domain.sound.bitrate')}
            hint={t('domain.sound.perHour', {
              value: formatNumber((mp3.bitrate * 1000 * 3600) / 8 / 1_000_000, 0, i18n.language),
            })}
            options={bitratesOf(mp3.sample_rate).map((rate) => ({
              key: String(rate),
              label: bitrateText(rate),
            }))}
            value={String(mp3.bitrate)}
            onChange={(rate) => set({ ...mp3, bitrate: Number(rate) })}
            error={problemOf('mp3')}
          />
        </div>
      ) : null}
    </>
  );
}
