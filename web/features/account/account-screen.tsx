import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { authConfigQuery } from '#web/parts/account/auth-config.ts';
import { reloadProfile, userState } from '#web/features/user/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { AddressPart } from './address-part.tsx';
import { ClosePart } from './close-part.tsx';
import { ExternalPart } from './external-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { SecondFactorPart } from './second-factor/second-factor-part.tsx';
import { SignInsPart } from './sign-ins-part.tsx';

/** The own account: its address, and what the built-in provider keeps of it. */
export function AccountScreen() {
  const { t } = useTranslation();
  const { user } = useSnapshot(userState);
  const { data: config, error, isFetching, refetch } = useQuery(authConfigQuery);
  usePageTitle(t('account.title'));
  // The address may have been confirmed in another tab a moment ago.
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && reloadProfile());
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  if (!user) return null;
  return (
    <Page title={t('account.title')} narrow>
      <AddressPart user={user} />
      {error && !config ? (
        <RetryNotice
          title={t('account.loadFailed')}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {config?.embedded === false ? <ExternalPart /> : null}
      {config?.embedded ? (
        <>
          <PasswordPart user={user} />
          <SecondFactorPart />
          <SignInsPart />
          <ClosePart />
        </>
      ) : null}
    </Page>
  );
}
