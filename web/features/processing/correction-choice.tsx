import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { correctionKinds, type CorrectionKind } from './process-choice.rules.ts';
import style from './process-dialog.module.css';

type CorrectionChoiceProps = {
  chosen: ReadonlySet<CorrectionKind>;
  hasModel: boolean;
  onChange(chosen: ReadonlySet<CorrectionKind>): void;
};

const words = { post_process: 'post_process', post_process_llm_fix: 'llm', fix_with_agent: 'agent' } as const;

export function CorrectionChoice({ chosen, hasModel, onChange }: CorrectionChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t('processing.dialog.corrections')} className={style.options}>
      <p className={style.note}>{t('processing.corrections.text')}</p>
      {correctionKinds.map((kind) => {
        const isPossible = kind === 'post_process' || hasModel;
        const word = words[kind];
        return (
          <Checkbox
            key={kind}
            isSelected={chosen.has(kind)}
            isDisabled={!isPossible}
            onChange={(isChosen) => {
              const next = new Set(chosen);
              if (isChosen) next.add(kind);
              else next.delete(kind);
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
