import { createScope } from '#web/lib/scope.ts';

/**
 * Keeps the screen on for as long as it lives, so that the device does not fall asleep in the middle of a recording. The
 * browser takes it back when the page is hidden; it is asked for again when it is shown. Browsers may refuse: no harm.
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
