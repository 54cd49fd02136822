import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#api/contract/role.ts';
import { isLanguage, languageNames, languages } from '#web/i18n/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import { roleName, roleNameKey, type EditedRole } from '../form/role-edit.rules.ts';

type RoleEntryProps = {
  role: EditedRole;
  problem: 'name' | 'nameLong' | 'id' | undefined;
  isFirst: boolean;
  isLast: boolean;
  onNames(names: Partial<Role>): void;
  onDefault(isDefault: boolean): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
};

export function RoleEntry(props: RoleEntryProps) {
  const { role, problem, isFirst, isLast, onNames, onDefault, onMove, onRemove } = props;
  const { t, i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'de';
  const name = roleName(role, language) || t('domain.roles.unnamed');
  // A message stands at the name in the language of the page alone.
  const shown = languages.toSorted((a, b) => Number(b === language) - Number(a === language));
  return (
    <li className={style.card} data-role={role.key}>
      <div className={style.cardTop}>
        <h3>{name}</h3>
        <div className={style.cardActions}>
          <Button
            icon
            look="quiet"
            isDisabled={isFirst}
            aria-label={t('domain.roles.up', { name })}
            onPress={() => onMove(-1)}
          >
            <ArrowUp size={18} aria-hidden="true" />
          </Button>
          <Button
            icon
            look="quiet"
            isDisabled={isLast}
            aria-label={t('domain.roles.down', { name })}
            onPress={() => onMove(1)}
          >
            <ArrowDown size={18} aria-hidden="true" />
          </Button>
          <Button icon look="quiet" aria-label={t('domain.roles.remove.action', { name })} onPress={onRemove}>
            <Trash2 size={18} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <div className={style.pair}>
        {shown.map((each) => (
          <TextField
            key={each}
            label={languageNames[each]}
            value={role[roleNameKey(each)]}
            onChange={(text) => onNames({ [roleNameKey(each)]: text })}
            error={problem && each === language ? t(`domain.roles.problem.${problem}`) : undefined}
            autoComplete="off"
          />
        ))}
      </div>
      <p className={style.hint}>
        {role.id === '' ? t('domain.roles.idLater') : t('domain.roles.id', { id: role.id })}{' '}
        {t(role.isNew ? 'domain.roles.idNew' : 'domain.roles.idStays')}
      </p>
      <Checkbox isSelected={role.is_default} onChange={onDefault}>
        {t('domain.roles.default')}
      </Checkbox>
    </li>
  );
}
