import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type PasswordFieldProps = {
  name: string;
  label?: string;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
};

export function PasswordField({ label, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      label={label ?? t('auth.password')}
      type={isShown ? 'text' : 'password'}
      isRequired
      trailing={
        <Button
          icon
          look="quiet"
          aria-label={t(isShown ? 'auth.hidePassword' : 'auth.showPassword')}
          onPress={() => setShown(!isShown)}
        >
          <Icon size={20} aria-hidden="true" />
        </Button>
      }
    />
  );
}
