import { createScope } from '#web/lib/scope.ts';

/**
 * Holds a screen wake lock until the result is disposed of, so that the device does not sleep during a recording. The
 * browser releases the lock when the page is hidden. It is requested again when the page is shown. A refusal is
 * ignored.
 */
export function keepAwake(): Disposable {
  const scope = createScope();
  let held: WakeLockSentinel | null = null;
  const isHeld = () => held !== null && !held.released;
  const ask = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    if (isHeld()) return;
    const lock = await navigator.wakeLock.request('screen').catch(() => null);
    // The page may have asked twice before the first answer.
    if (scope.signal.aborted || isHeld()) await lock?.release().catch(() => {});
    else held = lock;
  };
  scope.listen(document, 'visibilitychange', () => void ask());
  scope.defer(() => void held?.release().catch(() => {}));
  void ask();
  return scope;
}
