import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { effectiveTags } from '#api/contract/domain.ts';
import { isLanguage, languageNames, languages, type Language } from '#web/i18n/languages.ts';
import { optionName } from '#web/parts/result/options.state.ts';
import { Select } from '#web/ui/select.tsx';
import style from '../domain.module.css';
import { toValues } from '../form/domain-form.rules.ts';
import { seenBy } from '../form/preview.rules.ts';
import { roleChoices, type KnownRoles } from '../role-choices.ts';
import type { DomainDraft } from '../use-domain-draft.ts';

/** What a person of the host has, with the changes that are not saved yet. */
export function PreviewPart({ draft, roles }: { draft: DomainDraft; roles: KnownRoles }) {
  const { t, i18n } = useTranslation();
  const [language, setLanguage] = useState<Language>(isLanguage(i18n.language) ? i18n.language : 'de');
  const [role, setRole] = useState('');
  const values = toValues(draft.form);
  const hasRoles = effectiveTags(values.tags).includes('roles');
  const { functions, options } = seenBy(values, roles ?? [], role || null);
  return (
    <>
      <div className={style.pair}>
        {hasRoles ? (
          <Select
            label={t('domain.preview.role')}
            options={[{ key: '', label: t('domain.preview.noRole') }, ...roleChoices(roles, [], language, t)]}
            value={role}
            onChange={setRole}
          />
        ) : null}
        <Select<Language>
          label={t('domain.preview.language')}
          options={languages.map((key) => ({ key, label: languageNames[key], lang: key }))}
          value={language}
          onChange={setLanguage}
        />
      </div>
      {hasRoles ? null : <p className={style.hint}>{t('domain.preview.rolesOff')}</p>}
      <h3>{t('domain.part.options')}</h3>
      {options.length === 0 ? <p>{t('domain.preview.noOptions')}</p> : null}
      <ul className={style.seen} aria-live="polite">
        {options.map((option) => (
          <li key={option.label}>
            <span lang={language}>{optionName(option, language)}</span>
            {option.enabled_by_default ? (
              <span className={style.facts}>{t('domain.preview.byDefault')}</span>
            ) : null}
          </li>
        ))}
      </ul>
      <h3>{t('domain.part.functions')}</h3>
      <ul className={style.seen}>
        {functions.map(({ tag, isOn }) => (
          <li key={tag}>
            {isOn ? <Check size={18} aria-hidden="true" /> : <Minus size={18} aria-hidden="true" />}
            <span>{t(`domain.tag.${tag}.name`)}</span>
            <span className={style.facts}>{t(isOn ? 'domain.preview.on' : 'domain.preview.off')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
