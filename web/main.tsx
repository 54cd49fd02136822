import '#web/lib/schema-mode.ts';
import '#web/ui/fonts.css';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { signOut } from '#web/features/auth/index.ts';
import { loadDeviceModelsDialog } from '#web/features/draft/index.ts';
import { checkServer, noteProvider, watchNetwork } from '#web/features/network/index.ts';
import { startTheme } from '#web/features/user/index.ts';
import { startWords } from '#web/i18n/i18n.ts';
import { refreshDomainConfig, watchDomainConfig } from '#web/lib/domain-config.ts';
import { listenToHttp } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { createScope } from '#web/lib/scope.ts';
import { removeClosedRecordings } from '#web/parts/account/closed-recordings.ts';
import { provideSignOut } from '#web/parts/account/leave.ts';
import { router } from '#web/routes.tsx';
import { startServiceWorker } from '#web/shell/offline.ts';
import { watchMissingParts } from '#web/shell/missing-parts.ts';
import { loadOrReload } from '#web/shell/reload.ts';
import { followOtherTabs, showSignIn } from '#web/shell/signed-out.ts';

const pageScope = createScope();

async function start(): Promise<void> {
  startTheme();
  await startWords();
  listenToHttp({
    onSignedOut: (reason) => showSignIn(router, reason),
    onNetworkFailure: () => void checkServer(),
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
  await loadOrReload(router);

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
  startServiceWorker(() =>
    Promise.all([
      ...Object.values(router.routesById).map((route) => router.loadRouteChunk(route)),
      loadDeviceModelsDialog(),
    ]),
  );
}

await start();
