import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { KeysHost } from '#web/features/help/index.ts';
import { InfoBar } from '#web/features/info-bar/index.ts';
import { SendUnsent } from '#web/features/unsent/index.ts';
import { userState } from '#web/features/user/index.ts';
import { isAuthPath } from '#web/parts/page/guards.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { ToastRegion } from '#web/ui/toast.tsx';
import { Header } from './header.tsx';
import style from './root-screen.module.css';
import { ScreenFollower } from './screen-follower.tsx';
import { toasts } from '#web/parts/page/toasts.ts';

/** The strip is loaded on demand, because only a signed-in person can have a running recording. */
const RecordingStrip = lazy(async () => ({
  default: (await loadPart(() => import('./recording-strip.tsx'))).RecordingStrip,
}));

/** Loaded on demand for the same reason: it belongs to a person. */
const RolePart = lazy(async () => ({
  default: (await loadPart(() => import('./role-part.tsx'))).RolePart,
}));

/** Loaded on demand for the same reason. */
const TourPart = lazy(async () => ({
  default: (await loadPart(() => import('./tour-part.tsx'))).TourPart,
}));

export function RootScreen() {
  const { t, i18n } = useTranslation();
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { user } = useSnapshot(userState);
  const main = useFocusOnNewScreen(pathname);
  return (
    <I18nProvider locale={i18n.language}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>
        <a className={style.skip} href="#main">
          {t('shell.skip')}
        </a>
        <div className={style.top} data-screen-top>
          {isAuthPath(pathname) ? null : <Header />}
          <InfoBar />
          {user ? (
            <Suspense>
              <RecordingStrip />
              <SendUnsent />
              <RolePart personId={user.id} />
              <TourPart />
            </Suspense>
          ) : null}
        </div>
        <main id="main" ref={main} tabIndex={-1} className={style.main}>
          <Outlet />
        </main>
        <KeysHost />
        <ScreenFollower />
        <ToastRegion queue={toasts} label={t('shell.messages')} closeLabel={t('shell.close')} />
      </RouterProvider>
    </I18nProvider>
  );
}

function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
