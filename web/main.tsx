import '#web/lib/schema-mode.ts';
import '#web/ui/fonts.css';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { signOut } from '#web/features/auth/index.ts';
import { startAnnouncements } from '#web/features/info-bar/index.ts';
import { checkServer, noteProvider, watchNetwork } from '#web/features/network/index.ts';
import { startTheme } from '#web/features/user/index.ts';
import { startWords } from '#web/i18n/i18n.ts';
import { refreshDomainConfig, watchDomainConfig } from '#web/lib/domain-config.ts';
import { listenToHttp } from '#web/lib/http.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { createScope } from '#web/lib/scope.ts';
import { whenFonts } from '#web/lib/when-fonts.ts';
import { removeClosedRecordings } from '#web/parts/account/closed-recordings.ts';
import { provideSignOut } from '#web/parts/account/leave.ts';
import { router } from '#web/routes.tsx';
import { startServiceWorker } from '#web/shell/offline/service-worker.ts';
import { followLanguage } from '#web/shell/app-manifest.ts';
import { takeLaunchedFiles } from '#web/shell/launch.ts';
import { loadLater } from '#web/shell/load-later.ts';
import { watchIntent } from '#web/shell/watch-intent.ts';
import { watchMissingParts } from '#web/shell/missing-parts.ts';
import { loadOrReload } from '#web/shell/reload.ts';
import { followOtherTabs, showSignIn } from '#web/shell/signed-out.ts';
import { provideOverlayLoader } from '#web/ui/overlays.ts';

const pageScope = createScope();

async function start(): Promise<void> {
  provideOverlayLoader(loadPart);
  startTheme();
  await startWords();
  listenToHttp({
    onSignedOut: (reason) => showSignIn(router, reason),
    onNetworkFailure: (path) => void checkServer(path),
    onProvider: noteProvider,
    onFunctionOff: () => void refreshDomainConfig(),
  });
  provideSignOut(signOut);
  watchDomainConfig(pageScope);
  watchNetwork(pageScope, () => {
    void queryClient.invalidateQueries();
    void router.invalidate();
  });
  followOtherTabs(router, pageScope);
  watchMissingParts();
  await Promise.all([startAnnouncements(), loadOrReload(router), whenFonts()]);

  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  void removeClosedRecordings();
  watchIntent(router, pageScope);
  followLanguage();
  takeLaunchedFiles((href) => router.navigate({ href }));
  void loadLater();
  startServiceWorker(router, pageScope);
}

// Not awaited: screens import this chunk, so they would wait for the start, and the start for its screen.
void start();
