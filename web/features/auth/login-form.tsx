import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthConfig } from '#api/contract/auth.ts';
import type { FactorsAsked } from '#api/contract/second-factor.ts';
import { api } from '#web/lib/http.ts';
import { PasswordField } from '#web/parts/account/password-field.tsx';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from './auth-frame.module.css';
import { FormFailure } from './form-failure.tsx';
import { loginProblems } from './auth.rules.ts';
import { followProvider } from './sign-in-flow.ts';

type LoginFormProps = {
  interaction: string;
  demo: AuthConfig['demo'];
  /** Called if the password was right and a second factor is asked for. Resolves when its form is shown. */
  onFactor(asked: FactorsAsked): Promise<void>;
};

export function LoginForm({ interaction, demo, onFactor }: LoginFormProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm({
    element,
    empty: { email: '', password: '' },
    problemsOf: loginProblems,
    send: async (json) => {
      const param = { uid: interaction };
      const trimmed = { ...json, email: json.email.trim() };
      const answer = await api.auth.interaction[':uid'].login.$post({ param, json: trimmed });
      const { redirect_to: next, factors } = await answer.json();
      if (factors) await onFactor(factors);
      else await followProvider(next);
    },
  });
  return (
    <>
      {demo ? (
        <div className={style.demo}>
          <Notice kind="info" title={t('auth.demo.title')}>
            <p>{t('auth.demo.text')}</p>
          </Notice>
          <Button look="primary" isPending={form.isSending} onPress={() => void form.sendValues(demo)}>
            {t('auth.demo.action')}
          </Button>
        </div>
      ) : null}
      <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure error={form.failure} text={form.failureText} />
        <TextField
          {...form.field('email')}
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          isRequired
        />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
        <Button type="submit" look={demo ? 'secondary' : 'primary'} isPending={form.isSending}>
          {t('auth.signIn')}
        </Button>
      </form>
    </>
  );
}
