import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import style from './auth-frame.module.css';
import { RegisterForm } from './register-form.tsx';
import { authConfigQuery } from '#web/parts/account/auth-config.ts';
import { StartFailure } from './start-failure.tsx';
import { useSignInStart } from './use-sign-in-start.ts';

export function RegisterScreen() {
  const { t } = useTranslation();
  const { redirect, interaction } = useSearch({ from: '/register' });
  const { data: config, error, refetch } = useQuery(authConfigQuery);
  usePageTitle(t('auth.registerTitle'));
  const isOpen = config?.register === true;
  const { start, problem } = useSignInStart('register', redirect, isOpen && !interaction && isSecureContext);
  const failure = problem ?? error;
  const signIn = interaction
    ? `/signin?interaction=${encodeURIComponent(interaction)}&form=login`
    : '/signin';
  return (
    <AuthFrame
      title={t('auth.registerTitle')}
      text={t('auth.registerText')}
      footer={
        <span>
          {t('auth.hasAccount')} <TextLink href={signIn}>{t('auth.signIn')}</TextLink>
        </span>
      }
    >
      {isSecureContext ? null : (
        <Notice kind="error">
          <p>{t('auth.insecure')}</p>
        </Notice>
      )}
      {config && !isOpen ? (
        <Notice kind="info" title={t('auth.registerClosed.title')}>
          <p>{t('auth.registerClosed.text')}</p>
        </Notice>
      ) : null}
      {isOpen && interaction && isSecureContext ? <RegisterForm interaction={interaction} /> : null}
      {failure ? (
        <>
          <StartFailure problem={failure} />
          <Button look="primary" onPress={() => void (error ? refetch() : start())}>
            {t('shell.retry')}
          </Button>
        </>
      ) : null}
      {!failure && !interaction && isSecureContext && (!config || isOpen) ? (
        <output className={style.working}>
          <Spinner /> {t('shell.loading')}
        </output>
      ) : null}
    </AuthFrame>
  );
}
