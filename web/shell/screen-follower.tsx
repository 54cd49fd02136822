import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useDomainConfig } from '#web/lib/domain-config.ts';
import { pageTitle } from '#web/lib/page-title.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { appBanner } from './app-banner.rules.ts';
import { sendPageView } from './page-views.ts';

/** What follows each change of the screen: its title is spoken, the app-store banner leads to it, and its view is counted. */
export function ScreenFollower() {
  const shown = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? null });
  useEffect(() => {
    if (shown !== null) void sendPageView(shown);
  }, [shown]);
  return (
    <>
      <AppBanner pathname={shown ?? '/'} />
      <TitleAnnouncer />
    </>
  );
}

function AppBanner({ pathname }: { pathname: string }) {
  const { data } = useDomainConfig();
  const content = appBanner(data?.config.app_store?.app_id, pathname, location.origin);
  return content === null ? null : <meta name="apple-itunes-app" content={content} />;
}

/** Speaks the title of a new screen once it has one. The browser does that for the first screen, and renaming is no new screen. */
function TitleAnnouncer() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { title, count } = useSnapshot(pageTitle);
  const [spoken, setSpoken] = useState('');
  const last = useRef({ pathname, count });
  useEffect(() => {
    const isSameScreen = last.current.pathname === pathname;
    // A screen sets its title after the path has changed. Until then the title is that of the former screen.
    if (!isSameScreen && (count === last.current.count || title === '')) return;
    last.current = { pathname, count };
    if (!isSameScreen) setSpoken(title);
  }, [pathname, title, count]);
  return <VisuallyHidden live="polite">{spoken}</VisuallyHidden>;
}
