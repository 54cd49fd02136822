import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { sessionLanguages } from '#api/contract/session-terms.ts';
import type { SessionLanguage } from '#api/contract/session.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';

type LanguageFieldProps = {
  value: SessionLanguage;
  onChange(language: SessionLanguage): void;
  hint?: string | undefined;
};

export function LanguageField({ value, onChange, hint }: LanguageFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('create.language')}
      {...(hint === undefined ? {} : { hint })}
      options={sessionLanguages.map((key) => ({
        key,
        label: t(`language.${key}`),
        nested: key === 'de-CH',
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

type ParticipantsFieldProps = {
  value: number | null;
  onChange(participants: number | null): void;
  error: string | undefined;
};

export function ParticipantsField({ value, onChange, error }: ParticipantsFieldProps) {
  const { t } = useTranslation();
  return (
    <NumberField
      label={t('create.participants')}
      optional={t('shell.optional')}
      hint={t('create.participantsHint', { max: limits.maxParticipants })}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
