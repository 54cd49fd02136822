import { createScope } from '#web/lib/scope.ts';
import type { PlayerElement } from './player-element.ts';
import type { PlayerDeps } from './player.ts';
import { toSoundAddress } from './sound-address.ts';
import { createStandby } from './standby-player.ts';

export type PlayerRenewal = Disposable & {
  /** Has to be called with the expiry of each address that is loaded, ms since the epoch. */
  begin(expiresAtMs: number): void;
  /** Waits for the time of the renewal if audio plays. It has to be called when playback starts. */
  watch(): void;
  isExpired(): boolean;
  /** Ends a renewal that is being made, because playback moves or pauses. */
  abort(): void;
};

/** An address is renewed this long before it expires, or after 80 % of its lifetime if that is shorter than 25 min. */
const marginMs = 5 * 60_000;
/** Longest time between two checks of the expiry, ms. Timers stand still while a device sleeps. */
const lookMs = 30_000;
/** Delay after a failed renewal, ms. */
const againMs = 15_000;

type RenewalDeps = Pick<PlayerDeps, 'getUrl' | 'createAudio' | 'onFailure'> & {
  element: PlayerElement;
  isRunning(): boolean;
  /** Called when playback goes on at the new address. */
  onRenewed(): void;
};

/** Fetches a new address before the present one expires, and continues playback on it without a gap. */
export function createPlayerRenewal(deps: RenewalDeps): PlayerRenewal {
  const { element, createAudio } = deps;
  const scope = createScope();
  let dueMs = Infinity;
  let expiresMs = Infinity;
  let isRenewing = false;
  let renewing: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  /** Returns false if it failed or was aborted. */
  async function replaceElement(): Promise<boolean> {
    renewing = new AbortController();
    const signal = AbortSignal.any([scope.signal, renewing.signal]);
    try {
      const address = toSoundAddress(await deps.getUrl(signal));
      element.replace(await createStandby(element.audio(), address.url, { createAudio, signal }));
      deps.onRenewed();
      begin(address.expiresAtMs);
      return true;
    } catch (error) {
      if (!signal.aborted) deps.onFailure(error);
      return false;
    }
  }

  async function renew(): Promise<void> {
    isRenewing = true;
    const former = expiresMs;
    const isDone = await replaceElement();
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

  function begin(expiresAtMs: number): void {
    expiresMs = expiresAtMs;
    dueMs = expiresAtMs - Math.min(marginMs, (expiresAtMs - Date.now()) / 5);
    watch();
  }

  return {
    begin,
    watch,
    isExpired: () => Date.now() >= expiresMs,
    abort: () => renewing?.abort(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
