import { createScope } from '#web/lib/scope.ts';

/** Signed address of the audio; it expires at `expiresAtMs`, ms since the epoch by this device's clock. */
export type SoundAddress = { url: string; expiresAtMs: number };

export const toSoundAddress = (given: string | SoundAddress): SoundAddress =>
  typeof given === 'string' ? { url: given, expiresAtMs: Infinity } : given;

type PlayerRenewal = Disposable & {
  begin(expiresAtMs: number): void;
  watch(): void;
  isExpired(): boolean;
};

/** Renewal 5 min before expiry, or at 80 % of a shorter lifetime. */
const marginMs = 5 * 60_000;
/** Timers stand still while a device sleeps, so the expiry is checked at least this often. */
const lookMs = 30_000;
const againMs = 15_000;

/** Renews the address before it expires, while audio plays. `renew` resolves with false if that failed. */
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
