import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { boostWord, gainToDb, suggestedBoost } from './processing.rules.ts';
import style from './regenerate-dialog.module.css';

type BoostFieldProps = {
  value: number;
  /** Measured loudness of the recording, LUFS; null if unknown. For a quiet recording a gain is suggested. */
  loudnessLufs: number | null;
  onChange(factor: number): void;
};

/** The field of `boost_factor`, the gain before speech recognition. It shows the gain in words and in dB. */
export function BoostField({ value, loudnessLufs, onChange }: BoostFieldProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const suggested = suggestedBoost(loudnessLufs);
  const said = (factor: number) =>
    factor <= 1
      ? t('processing.boost.none')
      : t('processing.boost.value', {
          word: t(`processing.boost.${boostWord(factor)}`),
          db: formatNumber(gainToDb(factor), 0, i18n.language),
        });
  return (
    <div className={style.boost}>
      <label htmlFor={id} className={style.label}>
        {t('processing.boost.label')}
      </label>
      <output htmlFor={id} className={style.value}>
        {said(value)}
      </output>
      <input
        id={id}
        type="range"
        className={style.slider}
        min={limits.defaultBoost}
        max={limits.maxBoost}
        step={0.5}
        value={value}
        aria-valuetext={said(value)}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <p id={`${id}-hint`} className={style.hint}>
        {t('processing.boost.hint')}
      </p>
      {suggested !== null && loudnessLufs !== null && suggested !== value ? (
        <div className={style.suggestion}>
          <p>
            {t('processing.boost.measured', {
              lufs: formatNumber(loudnessLufs, 0, i18n.language),
              factor: formatNumber(suggested, 1, i18n.language),
            })}
          </p>
          <Button onPress={() => onChange(suggested)}>
            {t('processing.boost.use', { factor: formatNumber(suggested, 1, i18n.language) })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
