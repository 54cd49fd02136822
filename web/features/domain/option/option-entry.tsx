import { CircleAlert, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OptionDraft } from '#api/contract/option.ts';
import { customLabel } from '#api/contract/option-labels.ts';
import { optionName } from '#web/parts/result/options.state.ts';
import { Button } from '#web/ui/button.tsx';
import style from '../domain.module.css';
import { roleChoices, type KnownRoles } from '../role-choices.ts';
import { type EditedOption, isOptionChanged, type OptionProblems } from './option-edit.rules.ts';
import { OptionFields } from './option-fields.tsx';

type OptionEntryProps = {
  option: EditedOption;
  /** The options that the server has. */
  former: readonly OptionDraft[];
  roles: KnownRoles;
  problems: OptionProblems;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  onChange(part: Partial<EditedOption>): void;
  /** Null for the last option, which cannot be removed. */
  onRemove: (() => void) | null;
};

export function OptionEntry(props: OptionEntryProps) {
  const { option, former, roles, problems, isOpen, onToggle, onChange, onRemove } = props;
  const { t, i18n } = useTranslation();
  const isWrong = Object.keys(problems).length > 0;
  const choices = roleChoices(roles, option.roles, i18n.language, t).filter(({ key }) =>
    option.roles.includes(key),
  );
  const forRoles =
    choices.length === 0
      ? null
      : choices.every(({ isGone }) => isGone)
        ? t('option.roles.forNobody')
        : t('option.roles.only', { roles: choices.map(({ label }) => label).join(', ') });
  const facts = [
    option.label,
    option.label === customLabel ? null : t(`option.form.${option.form}.name`),
    option.enabled_by_default ? t('option.byDefault') : null,
    forRoles,
    isOptionChanged(option, former) ? t('domain.changed') : null,
  ];
  return (
    <li data-option={option.key}>
      <details
        className={style.option}
        open={isOpen}
        onToggle={(event) => onToggle(event.currentTarget.open)}
      >
        <summary className={style.summary}>
          <span className={style.name}>
            {optionName(option, i18n.language).trim() || t('option.unnamed')}
          </span>
          <span className={style.facts}>{facts.filter(Boolean).join(' · ')}</span>
          {isWrong ? (
            <span className={style.wrong}>
              <CircleAlert size={16} aria-hidden="true" /> {t('domain.wrong')}
            </span>
          ) : null}
        </summary>
        {isOpen ? (
          <div className={style.fields}>
            <OptionFields option={option} roles={roles} problems={problems} onChange={onChange} />
            {onRemove ? (
              <div>
                <Button onPress={onRemove}>
                  <Trash2 size={18} aria-hidden="true" /> {t('option.remove.action')}
                </Button>
              </div>
            ) : null}
          </div>
        ) : null}
      </details>
    </li>
  );
}
