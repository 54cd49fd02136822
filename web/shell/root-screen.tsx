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
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { passHead } from '#web/lib/pass-token.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { ToastRegion } from '#web/ui/toast.tsx';
import { Header } from './header.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import style from './root-screen.module.css';
import { ScreenFollower } from './screen-follower.tsx';
import { toasts } from '#web/parts/page/toasts.ts';

/** The strip is loaded after the screen. Only a signed-in person, or a phone that the desktop has confirmed, can have a running recording. */
const RecordingStrip = lazy(async () => {
  await whenQuiet();
  return {
    default: (await loadPart(withWords('rest', () => import('./recording-strip.tsx')))).RecordingStrip,
  };
});

/** Loaded later for the same reason: it belongs to a person. */
const RolePart = lazy(async () => {
  await whenQuiet();
  return { default: (await loadPart(() => import('./role-part.tsx'))).RolePart };
});

/** Loaded on demand for the same reason. */
const TourPart = lazy(async () => ({
  default: (await loadPart(() => import('./tour-part.tsx'))).TourPart,
}));

export function RootScreen() {
  const { t, i18n } = useTranslation();
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // The router changes `location` when a navigation begins, and `matches` when the new screen is shown.
  const shown = useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' });
  const { user } = useSnapshot(userState);
  const main = useFocusOnNewScreen(pathname);
  return (
    <I18nProvider locale={i18n.language}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>
        <a className={style.skip} href="#main">
          {t('shell.skip')}
        </a>
        <NavigationProgress />
        <div className={style.top} data-screen-top>
          {isAuthPath(pathname) ? null : <Header />}
          {user ? (
            <Suspense>
              <RecordingStrip />
              <SendUnsent />
              <RolePart personId={user.id} />
              <TourPart />
            </Suspense>
          ) : passHead() ? (
            <Suspense>
              <RecordingStrip />
            </Suspense>
          ) : null}
          <InfoBar place={shown} />
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
