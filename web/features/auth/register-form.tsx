import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { api } from '#web/lib/http.ts';
import { PasswordField } from '#web/parts/account/password-field.tsx';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from './auth-frame.module.css';
import { registerProblems } from './auth.rules.ts';
import { FormFailure } from './form-failure.tsx';
import { followProvider } from './sign-in-flow.ts';

export function RegisterForm({ interaction }: { interaction: string }) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm({
    element,
    empty: { given_name: '', family_name: '', email: '', password: '' },
    problemsOf: registerProblems,
    send: async (json) => {
      const param = { uid: interaction };
      const trimmed = { ...json, email: json.email.trim() };
      const answer = await api.auth.interaction[':uid'].register.$post({ param, json: trimmed });
      await followProvider((await answer.json()).redirect_to);
    },
  });
  return (
    <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
      <FormFailure error={form.failure} text={form.failureText} />
      <div className={style.names}>
        <TextField
          {...form.field('given_name')}
          label={t('auth.firstName')}
          autoComplete="given-name"
          maxLength={100}
          isRequired
        />
        <TextField
          {...form.field('family_name')}
          label={t('auth.lastName')}
          autoComplete="family-name"
          maxLength={100}
          isRequired
        />
      </div>
      <TextField
        {...form.field('email')}
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        isRequired
      />
      <PasswordField
        {...form.field('password')}
        autoComplete="new-password"
        hint={t('auth.passwordHint', { count: limits.minPasswordLength })}
      />
      <Button type="submit" look="primary" isPending={form.isSending}>
        {t('auth.register')}
      </Button>
    </form>
  );
}
