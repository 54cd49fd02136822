import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionLanguage } from '#api/contract/session.ts';
import { optionName, type useOptions } from '#web/parts/result/options.state.ts';
import { TemplateRequest } from '#web/parts/result/template-request.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isChosen, type OptionChoice, optionsToChoose } from './create-options.rules.ts';
import style from './create-options.module.css';

type CreateOptionsProps = {
  offered: ReturnType<typeof useOptions>;
  language: SessionLanguage;
  choice: OptionChoice;
  onChange(choice: OptionChoice): void;
};

/**
 * Lets the person choose which results are made after the transcription. While the offered options are unknown, the
 * server uses the defaults.
 */
export function CreateOptions({ offered, language, choice, onChange }: CreateOptionsProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const options = offered.data && optionsToChoose(offered.data, language);
  if (options?.length === 0) return null;
  const lacksModel = options?.some(({ engine }) => engine === null) ?? false;
  return (
    <fieldset className={style.group} aria-describedby={`${id}-hint`} aria-busy={offered.isPending}>
      <legend className={style.legend}>{t('option.after.title')}</legend>
      <p id={`${id}-hint`} className={style.hint}>
        {t('option.after.hint')}
      </p>
      {offered.isPending ? <Waiting /> : null}
      {options ? (
        <div className={style.options}>
          {options.map((option) => (
            <Checkbox
              key={option.label}
              isSelected={isChosen(option, choice)}
              isDisabled={option.engine === null}
              {...(option.engine === null ? { 'aria-describedby': `${id}-model` } : {})}
              onChange={(isOn) => onChange({ ...choice, [option.label]: isOn })}
            >
              {optionName(option, i18n.language)}
            </Checkbox>
          ))}
        </div>
      ) : null}
      {lacksModel ? (
        <p id={`${id}-model`} className={style.hint}>
          {t('option.after.needsModel')}
        </p>
      ) : null}
      {offered.isPending ? null : <TemplateRequest />}
      {offered.isError && !options ? (
        <Notice
          kind="warn"
          live="status"
          title={t('option.after.failed')}
          actions={
            <Button isPending={offered.isFetching} onPress={() => void offered.refetch()}>
              {t('shell.retry')}
            </Button>
          }
        >
          <p>{t('option.after.defaults')}</p>
        </Notice>
      ) : null}
    </fieldset>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={style.waiting}>
      <p className={style.hint}>{t('option.after.loading')}</p>
      <Skeleton width="14rem" height="1.5rem" />
      <Skeleton width="18rem" height="1.5rem" />
    </div>
  );
}
