import { useTranslation } from 'react-i18next';
import { customLabel, optionForms, textLanguages } from '#api/contract/option.ts';
import { languageNames } from '#web/i18n/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import { withTag } from '../form/preview.rules.ts';
import { roleChoices, type KnownRoles } from '../role-choices.ts';
import type { EditedOption, OptionField, OptionProblems } from './option-edit.rules.ts';

type OptionFieldsProps = {
  option: EditedOption;
  roles: KnownRoles;
  problems: OptionProblems;
  onChange(part: Partial<EditedOption>): void;
};

export function OptionFields({ option, roles, problems, onChange }: OptionFieldsProps) {
  const { t } = useTranslation();
  const { form, names } = option;
  const isCustom = option.label.trim() === customLabel;
  const errorOf = (field: OptionField) => {
    const problem = problems[field];
    return problem && t(`option.problem.${problem}`);
  };
  return (
    <>
      {option.isNew ? (
        <TextField
          label={t('option.field.label')}
          hint={t('option.field.labelHint')}
          value={option.label}
          onChange={(label) => onChange({ label })}
          error={errorOf('label')}
          isRequired
          autoComplete="off"
          spellCheck="false"
        />
      ) : null}
      <fieldset className={style.names}>
        <legend>{t('option.field.names')}</legend>
        <div className={style.pair}>
          {textLanguages.map((language) => (
            <TextField
              key={language}
              label={languageNames[language]}
              value={names[language]}
              onChange={(name) => onChange({ names: { ...names, [language]: name } })}
              error={errorOf(language)}
              isRequired
              autoComplete="off"
            />
          ))}
        </div>
      </fieldset>
      {isCustom ? (
        <p className={style.hint}>{t('option.field.custom')}</p>
      ) : (
        <>
          <Checkbox
            isSelected={option.enabled_by_default}
            onChange={(enabled_by_default) => onChange({ enabled_by_default })}
          >
            {t('option.field.byDefault')}
          </Checkbox>
          <RadioList
            label={t('option.field.form')}
            options={optionForms.map((key) => ({
              key,
              label: t(`option.form.${key}.name`),
              hint: t(`option.form.${key}.about`),
            }))}
            value={form}
            onChange={(next) => onChange({ form: next })}
          />
          {form === 'translation' ? (
            <Select
              label={t('option.field.target')}
              options={textLanguages.map((key) => ({ key, label: t(`language.${key}`) }))}
              value={option.target ?? 'de'}
              onChange={(target) => onChange({ target })}
            />
          ) : null}
          <TextArea
            label={t('option.field.prompt')}
            hint={t(
              form === 'text' || form === 'prompt' ? 'option.field.promptHint' : 'option.field.promptMore',
            )}
            rows={8}
            value={option.prompt}
            onChange={(prompt) => onChange({ prompt })}
            error={errorOf('prompt')}
          />
        </>
      )}
      <RoleFields option={option} roles={roles} onChange={onChange} />
    </>
  );
}

/** The roles that are offered the option. Roles that the host does not have any more can only be taken away. */
function RoleFields({ option, roles, onChange }: Omit<OptionFieldsProps, 'problems'>) {
  const { t, i18n } = useTranslation();
  const choices = roleChoices(roles, option.roles, i18n.language, t);
  if (choices.length === 0) return null;
  const gone = choices.filter(({ isGone }) => isGone);
  return (
    <fieldset className={style.names}>
      <legend>{t('option.roles.title')}</legend>
      <p className={style.hint}>{t('option.roles.hint')}</p>
      {choices.map(({ key, label }) => (
        <Checkbox
          key={key}
          isSelected={option.roles.includes(key)}
          onChange={(isOn) => onChange({ roles: withTag(option.roles, key, isOn) })}
        >
          {label}
        </Checkbox>
      ))}
      {gone.length > 0 ? (
        <Notice
          kind="warn"
          title={t('option.roles.goneTitle')}
          actions={<Button onPress={() => onChange({ roles: [] })}>{t('option.roles.remove')}</Button>}
        >
          <p>{t('option.roles.goneText')}</p>
        </Notice>
      ) : null}
    </fieldset>
  );
}
