import '#web/lib/schema-mode.ts';
import '#web/ui/fonts.css';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteFailure } from '#web/features/auth/index.ts';
import { checkServer, networkState, watchNetwork } from '#web/features/network/index.ts';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { forgetUser, startTheme } from '#web/features/user/index.ts';
import { signInPath } from '#web/parts/page/guards.ts';
import { startWords } from '#web/i18n/i18n.ts';
import { listenToHttp } from '#web/lib/http.ts';
import { listenToParts } from '#web/lib/load-part.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { createScope } from '#web/lib/scope.ts';
import { timings } from '#web/lib/time.ts';
import { tokenKeys } from '#web/lib/tokens.ts';
import { router } from '#web/routes.tsx';
import { startServiceWorker } from '#web/shell/offline.ts';
import { offerReload, reloadOnce, withdrawOffer } from '#web/shell/reload.ts';

const pageScope = createScope();

async function start(): Promise<void> {
  startTheme();
  await startWords();
  listenToHttp({
    onSignedOut(reason) {
      // A running recording keeps its screen, which explains the problem; sending waits for the next sign-in.
      if (isRecordingUnsafe()) return;
      forgetUser();
      const redirect = router.latestLocation.href;
      if (reason === 'ended') noteFailure('ended');
      const error = reason === 'ended' ? {} : { error: reason === 'failed' ? 'refresh' : reason };
      void router.navigate({ href: signInPath({ redirect, ...error }), replace: true });
    },
    onNetworkFailure: () => void checkServer(),
  });
  watchNetwork(pageScope, () => {
    void queryClient.invalidateQueries();
    void router.invalidate();
  });
  // Signs out with another tab.
  pageScope.listen(window, 'storage', (event) => {
    const { key, newValue } = event as StorageEvent;
    const isSignedOut = key === tokenKeys.access && newValue === null;
    if (isSignedOut && !isRecordingUnsafe()) void router.invalidate();
  });
  // A chunk is missing if the server is unreachable or a newer build has replaced it.
  listenToParts({
    async onMissing(isFirstTry) {
      if (isFirstTry) await checkServer();
      // Offline the network bar explains it, and a reload would not help.
      if (networkState.status === 'ok' && !isRecordingUnsafe()) offerReload();
    },
    onComplete: withdrawOffer,
  });
  const timer = setTimeout(() => reloadOnce('the router was not ready in time'), timings.routerReadyMs);
  await router.load();
  clearTimeout(timer);

  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  startServiceWorker(() =>
    Promise.all(Object.values(router.routesById).map((route) => router.loadRouteChunk(route))),
  );
}

await start();
