import type { AnyRouter } from '@tanstack/react-router';
import { t } from 'i18next';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';
import { isLeavingGuarded } from '#web/lib/leaving.ts';
import { log } from '#web/lib/log.ts';
import type { Scope } from '#web/lib/scope.ts';
import { tabLocks } from '#web/lib/tab-locks.ts';
import { timings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { type BuildList, buildLock, readBuildList } from './build-list.ts';
import { keepBuild } from './keep-build.ts';
import { createNewVersion, type NewVersion } from './new-version.ts';
import { whenMayFetch } from './when-may-fetch.ts';

/** Intervals between two questions for a newer build, ms: of an open page, and of one that is shown again. */
const lookEveryMs = 60 * 60_000;
const lookAgainAfterMs = 60_000;
/** The first seconds of a page belong to the person: before that no engine is fetched ahead, ms. */
const enginesAfterMs = 5_000;
/** The message about a new build stays until it is closed: the longest delay of a browser timer (32 bits), ms. */
const untilClosedMs = 2 ** 31 - 1;

/** Returns the id of the build of this page; null if the build has none. */
const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null;

const isBusy = (): boolean => isRecordingUnsafe() || isLeavingGuarded();

/**
 * Registers the service worker at root scope (§2.13), in production builds only. While the page is idle, it stores on the device
 * what it needs without a server. It also renews the page when the server has a newer build.
 */
export function startServiceWorker(router: Pick<AnyRouter, 'subscribe'>, scope: Scope): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const own = ownBuild();
  if (own) void tabLocks.hold(buildLock(own), { isPatient: true, isShared: true }).catch(() => null);
  const version = createNewVersion({ isBusy, tell, reload: () => location.reload() });
  scope.interval(version.look, timings.networkCheckMs);
  scope.defer(
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation && pathChanged) version.onScreen(toLocation.pathname);
    }),
  );
  navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then((registration) => followBuilds({ own, version, registration, scope }))
    .catch((error: unknown) => log.warn('shell: no service worker', { error: String(error) }));
}

const tell = (): void => {
  toasts.add({
    kind: 'info',
    text: t('shell.updated'),
    action: { label: t('shell.reload'), run: () => location.reload() },
    durationMs: untilClosedMs,
  });
};

type Followed = {
  own: string | null;
  version: NewVersion;
  registration: Pick<ServiceWorkerRegistration, 'update'>;
  scope: Scope;
};

/** Asks the server for its build now, when the page is shown or online again, and once an hour. */
function followBuilds({ own, version, registration, scope }: Followed): void {
  const keep = createKeeper();
  let lookedAtMs = -Infinity;
  const look = async () => {
    lookedAtMs = performance.now();
    const response = await fetch('/build.json', { cache: 'no-cache' }).catch(() => null);
    const list = response?.ok ? readBuildList(await response.json().catch(() => null)) : null;
    if (!list) return;
    if (own !== null && list.build !== own) {
      version.found();
      await registration.update().catch(() => undefined);
    }
    await keep(list);
  };
  void look();
  scope.interval(() => void look(), lookEveryMs);
  scope.listen(window, 'online', () => void look());
  scope.listen(document, 'visibilitychange', () => {
    const isDue = performance.now() - lookedAtMs > lookAgainAfterMs;
    if (document.visibilityState === 'visible' && isDue) void look();
  });
}

/** Stores one build after another. One that waits is replaced by a newer one. Never rejects. */
function createKeeper(): (list: BuildList) => Promise<void> {
  let next: BuildList | null = null;
  let isKeeping = false;
  return async (list) => {
    next = list;
    if (isKeeping) return;
    isKeeping = true;
    try {
      while (next) {
        const now: BuildList = next;
        next = null;
        await keepBuild(now, { caches, fetch: (...call) => fetch(...call), idle, heldLocks });
      }
    } catch (error) {
      // The next look goes on where this one stopped.
      log.warn('shell: the page is not whole on this device', { error: String(error) });
    } finally {
      isKeeping = false;
    }
  };
}

/** Screens and workers are small. Engines are for people who are signed in. Nothing is fetched ahead while somebody records. */
const idle = (address: string): Promise<void> =>
  whenMayFetch(() => {
    if (isRecordingUnsafe()) return false;
    const isEngine = address.startsWith('/engines/');
    return !isEngine || (userState.user !== null && performance.now() >= enginesAfterMs);
  });

const heldLocks = async (): Promise<readonly (string | undefined)[] | null> =>
  'locks' in navigator ? ((await navigator.locks.query()).held ?? []).map(({ name }) => name) : null;
