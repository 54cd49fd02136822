import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import type { User } from '#web/features/user/index.ts';
import { changePassword } from '#web/parts/account/account-calls.ts';
import {
  newPasswordProblem,
  onlyProblems,
  presentPasswordProblem,
} from '#web/parts/account/field-problem.rules.ts';
import { PasswordField } from '#web/parts/account/password-field.tsx';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import style from './account.module.css';
import { PasswordFailure } from './password-failure.tsx';

/** Changes the password. The sign-ins on other devices end with it, which their list shows. */
export function PasswordPart({ user }: { user: Pick<User, 'email' | 'firstName' | 'lastName'> }) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm({
    element,
    empty: { current: '', password: '' },
    problemsOf: ({ current, password }) => {
      const own = { email: user.email, given_name: user.firstName, family_name: user.lastName };
      return onlyProblems<{ current: string; password: string }>({
        current: presentPasswordProblem(current),
        password: newPasswordProblem(password, own),
      });
    },
    send: async ({ current, password }) => {
      await changePassword(current, password);
      toasts.add({ kind: 'safe', text: t('account.password.done') });
    },
  });
  return (
    <section className={style.part}>
      <h2>{t('account.password.title')}</h2>
      <p>{t('account.password.text')}</p>
      <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <PasswordFailure error={form.failure} />
        {/* Password managers store the new password under this name. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          {...form.field('current')}
          label={t('account.password.current')}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('password')}
          label={t('auth.reset.password')}
          autoComplete="new-password"
          hint={t('auth.passwordHint', { count: limits.minPasswordLength })}
        />
        <Button type="submit" isPending={form.isSending}>
          {t('account.password.title')}
        </Button>
      </form>
    </section>
  );
}
