import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/text-field.tsx';

type CodeFieldProps = {
  name: string;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
};

/** The six digits of an app. Phones show their keys for numbers, and browsers may fill the field in. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      label={t('secondFactor.ways.totp')}
      hint={t('secondFactor.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
    />
  );
}
