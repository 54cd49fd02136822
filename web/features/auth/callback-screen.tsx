import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import style from './auth-frame.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { completeSignIn } from './sign-in-flow.ts';

export function CallbackScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const search = useSearch({ from: '/auth/callback' });
  usePageTitle(t('auth.signInTitle'));
  useEffect(() => {
    let isGone = false;
    const goOn = async () => {
      const href = await completeSignIn(search);
      if (!isGone) await router.navigate({ href, replace: true });
    };
    void goOn();
    return () => {
      isGone = true;
    };
  }, [router, search]);
  return (
    <AuthFrame title={t('auth.signInTitle')}>
      <output className={style.working}>
        <Spinner /> {t('auth.finishing')}
      </output>
    </AuthFrame>
  );
}
