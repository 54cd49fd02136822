import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorsAsked } from '#api/contract/second-factor.ts';
import { isStorageRefused } from '#web/lib/browser-storage.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AuthFailure } from './auth-failure.tsx';
import { AuthFrame } from './auth-frame.tsx';
import style from './auth-frame.module.css';
import { toFailure } from './auth.rules.ts';
import { LoginForm } from './login-form.tsx';
import { authConfigQuery } from '#web/parts/account/auth-config.ts';
import { notedFailure } from './sign-in-flow.ts';
import { StartFailure } from './start-failure.tsx';
import { useSignInStart } from './use-sign-in-start.ts';

/** The form of the second factor is loaded when an account asks for one. */
const loadFactorForm = () => loadPart(() => import('./factor-form.tsx'));
type AskedFactor = { asked: FactorsAsked } & Awaited<ReturnType<typeof loadFactorForm>>;

/** Shows the form of the embedded provider while that asks for it. Otherwise it redirects to the provider. */
export function SignInScreen() {
  const { t } = useTranslation();
  const { error, redirect, interaction } = useSearch({ from: '/signin' });
  const { data: config, isPending } = useQuery(authConfigQuery);
  usePageTitle(t('auth.signInTitle'));
  const failure = toFailure(error);
  const isAutomatic = isSecureContext && !isStorageRefused && !interaction && failure === null;
  const { start, problem } = useSignInStart('login', redirect, isAutomatic);
  const isFailed = problem !== null;
  const isForm = interaction !== undefined && isSecureContext;
  /** The second factor that is asked for after the right password. */
  const [factor, setFactor] = useState<AskedFactor | null>(null);
  const askFactor = async (asked: FactorsAsked) => setFactor({ asked, ...(await loadFactorForm()) });
  const noted = isForm && failure === null ? notedFailure() : null;
  return (
    <AuthFrame
      title={t('auth.signInTitle')}
      text={t(factor ? 'secondFactor.signIn.text' : 'auth.signInText')}
      footer={
        // Both links come together, so that none moves.
        isForm && !factor && !isPending ? (
          <>
            {config?.register ? (
              <span>
                {t('auth.noAccount')}{' '}
                <TextLink href={`/register?interaction=${encodeURIComponent(interaction)}`}>
                  {t('auth.register')}
                </TextLink>
              </span>
            ) : null}
            <TextLink href="/forgot-password">{t('auth.forgot')}</TextLink>
          </>
        ) : undefined
      }
    >
      {failure ? <AuthFailure failure={failure} /> : null}
      {noted ? <AuthFailure failure={noted} /> : null}
      {isFailed ? <StartFailure problem={problem} /> : null}
      {isSecureContext ? null : (
        <Notice kind="error">
          <p>{t('auth.insecure')}</p>
        </Notice>
      )}
      {isStorageRefused ? (
        <Notice kind="error" live="alert">
          <p>{t('auth.storageRefused')}</p>
        </Notice>
      ) : null}
      {isForm && !factor ? (
        <LoginForm interaction={interaction} demo={config?.demo ?? null} onFactor={askFactor} />
      ) : null}
      {isForm && factor ? (
        <factor.FactorForm interaction={interaction} asked={factor.asked} onBack={() => setFactor(null)} />
      ) : null}
      {isAutomatic && !isFailed ? (
        <output className={style.working}>
          <Spinner /> {t('auth.redirecting')}
        </output>
      ) : null}
      {!isForm && isSecureContext && (failure || isFailed) ? (
        <Button look="primary" onPress={() => start()}>
          {t(isFailed ? 'shell.retry' : 'auth.startSignIn')}
        </Button>
      ) : null}
      {failure === 'permission' ? <LinkButton href="/">{t('shell.toHome')}</LinkButton> : null}
    </AuthFrame>
  );
}
