import { proxy } from 'valtio';
import { api } from '#web/lib/http.ts';
import type { Scope } from '#web/lib/scope.ts';
import { timings } from '#web/lib/time.ts';
import { type NetworkStatus, statusAfterCheck } from './network.rules.ts';

export const networkState = proxy<{ status: NetworkStatus }>({ status: 'ok' });

let isChecking = false;

let whenBack: () => void = () => {};

/** Follows the browser's own signals and repeats the check every 5 s while the server is not reached (§4). */
export function watchNetwork(scope: Scope, onBack: () => void): void {
  whenBack = onBack;
  networkState.status = navigator.onLine ? 'ok' : 'offline';
  scope.listen(window, 'offline', () => {
    networkState.status = 'offline';
  });
  scope.listen(window, 'online', () => void checkServer());
  scope.interval(() => {
    if (networkState.status !== 'ok') void checkServer();
  }, timings.networkCheckMs);
}

/** A request got no answer, or the browser is online again: asks the server how it is. */
export async function checkServer(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  try {
    const isReached = await api.v1.health.$get().then(
      () => true,
      () => false,
    );
    const next = statusAfterCheck(isReached, navigator.onLine);
    const isBack = next === 'ok' && networkState.status !== 'ok';
    networkState.status = next;
    if (isBack) whenBack();
  } finally {
    isChecking = false;
  }
}
