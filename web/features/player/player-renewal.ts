import { createScope } from '#web/lib/scope.ts';
import type { PlayerElement } from './player-element.ts';
import type { PlayerDeps } from './player.ts';
import { toSoundAddress } from './sound-address.ts';
import { createStandby } from './standby-player.ts';

export type PlayerRenewal = Disposable & {
  /** Takes the expiry of an address, ms since the epoch. It must be called for each address that is loaded. */
  begin(expiresAtMs: number): void;
  /** Starts the timer of the renewal if audio plays. It must be called when playback starts. */
  watch(): void;
  isExpired(): boolean;
  /** Aborts a renewal that is under way, because playback moves or pauses. */
  abort(): void;
};

/**
 * Time before the expiry at which an address is renewed, ms. If its lifetime is shorter than 25 min, it is renewed
 * after 80 % of that.
 */
const marginMs = 5 * 60_000;
/**
 * Longest time between two checks of the expiry, ms. The checks are repeated, because timers stand still while a device
 * sleeps.
 */
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

  /** Replaces the audio element by one with a new address. Returns false if that failed or was aborted. */
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
