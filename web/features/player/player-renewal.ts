import { createScope } from '#web/lib/scope.ts';

/** An address that opens the sound until a time, ms since the epoch by the clock of this device. */
export type SoundAddress = { url: string; expiresAtMs: number };

export const toSoundAddress = (given: string | SoundAddress): SoundAddress =>
  typeof given === 'string' ? { url: given, expiresAtMs: Infinity } : given;

type PlayerRenewal = Disposable & {
  /** A new address is in use from now on. */
  begin(expiresAtMs: number): void;
  /** Looks anew: playback has begun or ended. */
  watch(): void;
  isExpired(): boolean;
};

/** Renewed so long before its end, or after four fifths of a short life. */
const marginMs = 5 * 60_000;
/** The clock of a device that sleeps stands still: it is looked at again on the way. */
const lookMs = 30_000;
const againMs = 15_000;

/** While something is played, asks for another address before the one in use ends. `renew` answers whether it was renewed. */
export function createPlayerRenewal(deps: {
  isRunning(): boolean;
  renew(): Promise<boolean>;
}): PlayerRenewal {
  const scope = createScope();
  let dueMs = Infinity;
  let expiresMs = Infinity;
  let isRenewing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  async function renew(): Promise<void> {
    isRenewing = true;
    const former = expiresMs;
    const isDone = await deps.renew();
    isRenewing = false;
    if (!isDone && expiresMs === former) dueMs = Date.now() + againMs;
    watch();
  }

  function watch(): void {
    clearTimeout(timer);
    if (scope.signal.aborted || isRenewing || !deps.isRunning() || dueMs === Infinity) return;
    const waitMs = dueMs - Date.now();
    if (waitMs > 0) timer = setTimeout(watch, Math.min(lookMs, waitMs));
    else void renew();
  }

  return {
    begin(expiresAtMs) {
      expiresMs = expiresAtMs;
      dueMs = expiresAtMs - Math.min(marginMs, (expiresAtMs - Date.now()) / 5);
      watch();
    },
    watch,
    isExpired: () => Date.now() >= expiresMs,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
