import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferedOption } from '#api/contract/option.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { stageOf } from '#web/parts/result/result.rules.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { optionName } from '#web/parts/result/options.state.ts';
import style from './process-dialog.module.css';

type OptionListProps = {
  heading: string;
  isHeadingHidden?: boolean;
  options: readonly OfferedOption[];
  session: Pick<SessionDetail, 'data'>;
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
};

export function OptionList({
  heading,
  isHeadingHidden,
  options,
  session,
  chosen,
  onChange,
}: OptionListProps) {
  const { t, i18n } = useTranslation();
  const about = useAbout();
  const id = useId();
  const toggle = (label: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(label);
    else next.delete(label);
    onChange(next);
  };
  return (
    <fieldset
      className={style.options}
      {...(isHeadingHidden ? { 'aria-label': heading } : { 'aria-labelledby': id })}
    >
      {isHeadingHidden ? null : (
        <h3 id={id} className={style.heading}>
          {heading}
        </h3>
      )}
      {options.map((option) => {
        const { label, engine } = option;
        const result = session.data[label];
        const stage = result === undefined ? null : stageOf(result);
        const isRunning = stage === 'waiting' || stage === 'writing';
        const notes = [
          engine === null ? t('processing.dialog.needsModel') : about(option),
          isRunning ? t('processing.dialog.running') : '',
          stage === 'done' ? t(`processing.dialog.${chosen.has(label) ? 'renewed' : 'there'}`) : '',
        ];
        return (
          <Checkbox
            key={label}
            isSelected={chosen.has(label) && !isRunning && engine !== null}
            isDisabled={engine === null || isRunning}
            onChange={(isChosen) => toggle(label, isChosen)}
          >
            <span className={style.option}>
              <span>{optionName(option, i18n.language)}</span>
              {notes.filter(Boolean).map((note) => (
                <span key={note} className={style.note}>
                  {note}
                </span>
              ))}
            </span>
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

const known = ['summary', 'minutes', 'analysis', 'consultation_note', 'fact_check'] as const;

function useAbout(): (option: OfferedOption) => string {
  const { t } = useTranslation();
  return ({ label, form, engine }) => {
    if (form === 'translation') return '';
    if (form === 'claims' && engine === 'extract') return t('processing.about.fact_listed');
    const shipped = known.find((one) => one === label);
    return t(`processing.about.${shipped ?? 'own'}`);
  };
}
