import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { authConfigQuery } from './sign-in-flow.ts';

/** The server never sends links to reset a password. The screen says so and names the alternative. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  const { data: config } = useQuery(authConfigQuery);
  usePageTitle(t('auth.forgotTitle'));
  return (
    <AuthFrame title={t('auth.forgotTitle')}>
      {config && !config.embedded ? (
        <p>{t('auth.forgotExternal')}</p>
      ) : (
        <>
          <p>{t('auth.forgotNoLink')}</p>
          <p>{t('auth.forgotWhatNow')}</p>
        </>
      )}
      <LinkButton look="primary" href="/signin">
        {t('auth.backToSignIn')}
      </LinkButton>
    </AuthFrame>
  );
}
