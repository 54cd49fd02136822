import { createScope } from '#web/lib/scope.ts';

/**
 * Holds a screen wake lock until disposed, so that the device does not sleep during a recording. The browser releases the lock
 * when the page is hidden; it is requested again when the page is shown. A refusal is ignored.
 */
export function keepAwake(): Disposable {
  const scope = createScope();
  let held: WakeLockSentinel | null = null;
  const ask = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    if (held && !held.released) return;
    const lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (scope.signal.aborted) await lock?.release().catch(() => {});
    else held = lock;
  };
  scope.listen(document, 'visibilitychange', () => void ask());
  scope.defer(() => void held?.release().catch(() => {}));
  void ask();
  return scope;
}
