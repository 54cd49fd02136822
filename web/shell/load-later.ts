import type { AnyRouter } from '@tanstack/react-router';
import { subscribe } from 'valtio';
import { loadSignOut } from '#web/features/auth/index.ts';
import { loadDeviceModelsDialog } from '#web/features/draft/index.ts';
import { userState } from '#web/features/user/index.ts';
import { needWords } from '#web/i18n/i18n.ts';
import { forgetEarly } from '#web/lib/early-calls.ts';
import { loadOfflineParts, loadPart } from '#web/lib/load-part.ts';
import { whenIdle, whenQuiet } from '#web/lib/when-quiet.ts';
import { loadOverlays } from '#web/ui/overlays.ts';

const whenSignedIn = (): Promise<void> =>
  new Promise((resolve) => {
    if (userState.user) return resolve();
    const stop = subscribe(userState, () => {
      if (!userState.user) return;
      stop();
      resolve();
    });
  });

/** Loads, after the first screen, the words of everything that can be opened on it. */
export async function loadLater(): Promise<void> {
  await whenQuiet();
  forgetEarly();
  await whenSignedIn();
  await Promise.all([loadPart(() => Promise.all([needWords('session'), needWords('rest')])), loadOverlays()]);
}

/**
 * Loads what a signed-in person needs without a server: all screens, and the models on the device. A visitor has no use for
 * them.
 */
export async function loadScreens(router: Pick<AnyRouter, 'routesById' | 'loadRouteChunk'>): Promise<void> {
  await whenSignedIn();
  for (const route of Object.values(router.routesById)) {
    await whenIdle();
    await router.loadRouteChunk(route);
  }
  await Promise.all([loadDeviceModelsDialog(), loadSignOut()]);
  await loadOfflineParts();
}
