import { createScope } from '#web/lib/scope.ts';

/** An audio context that is resumed whenever the browser suspends it. Disposing closes it. */
export type RunningContext = Disposable & {
  readonly context: AudioContext;
  /** Resumes the context if the browser has suspended it. */
  wake(): void;
};

/** Time between two looks at the clock of the context, ms. */
const clockEveryMs = 1_000;

/**
 * Opens an audio context with this sample rate, Hz, so that the browser does not resample; the browser chooses the rate if it
 * is null or not allowed. `onSuspended` receives each change, and false at the end. A context whose clock stands still counts as suspended, because
 * iOS may call it running after an interruption.
 */
export function openRunningContext(
  sampleRate: number | null,
  onSuspended: (isSuspended: boolean) => void,
): RunningContext {
  const scope = createScope();
  const context = contextOf(sampleRate);
  scope.defer(() => void context.close().catch(() => {}));
  let isSuspended = false;
  let lastS = -1;
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {});
  };
  const wakeByItself = () => {
    // While a call interrupts the context, `resume` would fail and leave it in a wrong state. The browser ends that itself.
    if (context.state === 'suspended') wake();
  };
  const report = (isHeld: boolean) => {
    if (isHeld === isSuspended) return;
    isSuspended = isHeld;
    onSuspended(isHeld);
  };
  const onState = () => {
    lastS = -1;
    report(context.state !== 'running');
    wakeByItself();
  };
  scope.listen(context, 'statechange', onState);
  scope.interval(() => {
    report(context.state !== 'running' || context.currentTime === lastS);
    lastS = context.currentTime;
  }, clockEveryMs);
  // Some browsers resume the context only when the page is shown again, or when the person touches it.
  scope.listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && wakeByItself());
  for (const type of ['pointerdown', 'keydown']) scope.listen(window, type, wake, { capture: true });
  if (context.state !== 'running') onState();
  return {
    context,
    wake,
    [Symbol.dispose]() {
      scope[Symbol.dispose]();
      report(false);
    },
  };
}

function contextOf(sampleRate: number | null): AudioContext {
  try {
    return new AudioContext(sampleRate ? { sampleRate } : {});
  } catch {
    return new AudioContext();
  }
}
