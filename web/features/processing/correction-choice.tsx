import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { correctionWays, type CorrectionWay } from './process-choice.rules.ts';
import style from './process-dialog.module.css';

type CorrectionChoiceProps = {
  chosen: ReadonlySet<CorrectionWay>;
  hasModel: boolean;
  onChange(chosen: ReadonlySet<CorrectionWay>): void;
};

const words = { post_process: 'post_process', post_process_llm_fix: 'llm', fix_with_agent: 'agent' } as const;

export function CorrectionChoice({ chosen, hasModel, onChange }: CorrectionChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t('processing.dialog.corrections')} className={style.options}>
      <p className={style.note}>{t('processing.corrections.text')}</p>
      {correctionWays.map((way) => {
        const isPossible = way === 'post_process' || hasModel;
        const word = words[way];
        return (
          <Checkbox
            key={way}
            isSelected={chosen.has(way)}
            isDisabled={!isPossible}
            onChange={(isChosen) => {
              const next = new Set(chosen);
              if (isChosen) next.add(way);
              else next.delete(way);
              onChange(next);
            }}
          >
            <span className={style.option}>
              <span>{t(`processing.corrections.${word}`)}</span>
              <span className={style.note}>
                {t(isPossible ? `processing.corrections.${word}About` : 'processing.dialog.needsModel')}
              </span>
            </span>
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
