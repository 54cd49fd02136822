import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import style from './auth-frame.module.css';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { authConfigQuery } from '#web/parts/account/auth-config.ts';
import { StartFailure } from './start-failure.tsx';

/** Sends a link for a new password. Where no mail is set up, or the provider is another one, the screen says whom to ask. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  const { data: config, error, refetch } = useQuery(authConfigQuery);
  usePageTitle(t('auth.forgotTitle'));
  const sends = config?.embedded === true && config.reset;
  return (
    <AuthFrame
      title={t('auth.forgotTitle')}
      {...(sends ? { text: t('auth.forgotText') } : {})}
      footer={sends ? <TextLink href="/signin">{t('auth.backToSignIn')}</TextLink> : undefined}
    >
      {sends ? <ForgotPasswordForm /> : null}
      {config && !sends ? (
        <>
          {config.embedded ? (
            <>
              <p>{t('auth.forgotNoLink')}</p>
              <p>{t('auth.forgotWhatNow')}</p>
            </>
          ) : (
            <p>{t('auth.forgotExternal')}</p>
          )}
          <LinkButton look="primary" href="/signin">
            {t('auth.backToSignIn')}
          </LinkButton>
        </>
      ) : null}
      {error && !config ? (
        <>
          <StartFailure problem={error} />
          <Button look="primary" onPress={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        </>
      ) : null}
      {!config && !error ? (
        <output className={style.working}>
          <Spinner /> {t('shell.loading')}
        </output>
      ) : null}
    </AuthFrame>
  );
}
