import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestReset } from '#web/parts/account/account-calls.ts';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from './auth-frame.module.css';
import { forgotProblems } from './auth.rules.ts';
import { FormFailure } from './form-failure.tsx';

/** Asks for the address, and says the same whether an account has it or not. */
export function ForgotPasswordForm() {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useCheckedForm({
    element,
    empty: { email: '' },
    problemsOf: forgotProblems,
    send: async ({ email }) => {
      await requestReset(email.trim());
      setSentTo(email.trim());
    },
  });
  if (sentTo !== null) {
    return (
      <>
        <Notice kind="info" live="status" title={t('auth.link.sentTitle')}>
          <p>{t('auth.link.sent', { email: sentTo })}</p>
          <p>{t('auth.link.sentNothing')}</p>
        </Notice>
        <Button onPress={() => setSentTo(null)}>{t('auth.link.again')}</Button>
      </>
    );
  }
  return (
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
      <Button type="submit" look="primary" isPending={form.isSending}>
        {t('auth.link.send')}
      </Button>
    </form>
  );
}
