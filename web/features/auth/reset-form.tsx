import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { isApiError } from '#web/lib/http.ts';
import { resetPassword } from '#web/parts/account/account-calls.ts';
import { PasswordField } from '#web/parts/account/password-field.tsx';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import style from './auth-frame.module.css';
import { resetProblems } from './auth.rules.ts';
import { FormFailure } from './form-failure.tsx';

/** `onOver` is called if the link does not hold. A secret that the server takes for malformed was cut off. */
type ResetFormProps = { token: string; onDone(): void; onOver(): void };

export function ResetForm({ token, onDone, onOver }: ResetFormProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm({
    element,
    empty: { password: '' },
    problemsOf: resetProblems,
    send: async ({ password }) => {
      try {
        await resetPassword(token, password);
        onDone();
      } catch (error) {
        if (!isApiError(error, 'auth.link_expired') && !isApiError(error, 'request.invalid')) throw error;
        onOver();
      }
    },
  });
  return (
    <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
      <p>{t('auth.reset.text')}</p>
      <FormFailure error={form.failure} text={form.failureText} />
      <PasswordField
        {...form.field('password')}
        label={t('auth.reset.password')}
        autoComplete="new-password"
        hint={t('auth.passwordHint', { count: limits.minPasswordLength })}
      />
      <Button type="submit" look="primary" isPending={form.isSending}>
        {t('auth.reset.action')}
      </Button>
    </form>
  );
}
