import type { ReasonCode } from '#api/contract/errors.ts';
import type { HealthPart } from '#api/contract/health.ts';
import { exchange } from '#api/engines/http/exchange.ts';
import type { Log } from '#api/lib/log.ts';
import type { AsrAddresses } from './address.rules.ts';

export type RemoteKeeperOptions = {
  addresses: AsrAddresses;
  headers: Record<string, string>;
  /** Name of the engine that is stored with transcripts. */
  name: string;
  log: Log;
  /** Waits between checks, ms. After the last one it is used again and again. */
  lookDelaysMs?: readonly number[];
  lookTimeoutMs?: number;
};

type RemoteKeeper = {
  /** Checks the server, and repeats that until it answers. */
  start(): Promise<void>;
  state(): HealthPart;
  missing(): ReasonCode | null;
  onReady(listener: () => void): void;
  /** Records that a transcription has succeeded, so the server is usable. */
  reached(): void;
  lost(reason: ReasonCode): void;
  close(): Promise<void>;
};

const defaultLookDelaysMs = [5_000, 15_000, 60_000, 300_000];
const down = new Set([502, 503, 504]);
const refusing = new Set([401, 402, 403]);

/**
 * Tracks whether the server is usable. A failed server is checked at growing intervals. So no recording is decoded in
 * vain, and nobody needs to restart anything. Only a successful transcription makes the interval short again: the list
 * of models, which the check requests, may be public.
 */
export function createRemoteKeeper(options: RemoteKeeperOptions): RemoteKeeper {
  const { addresses, headers, name, log } = options;
  const { lookDelaysMs = defaultLookDelaysMs, lookTimeoutMs = 3_000 } = options;
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let reason: ReasonCode | null = null;
  let isKnown = false;
  let attempt = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  const ask = async (): Promise<ReasonCode | null> => {
    try {
      const { status } = await exchange({
        url: addresses.models,
        method: 'GET',
        headers,
        timeoutMs: lookTimeoutMs,
        signal: closing.signal,
      });
      if (refusing.has(status)) return 'transcription.engine_refused';
      return down.has(status) ? 'transcription.engine_unreachable' : null;
    } catch {
      return 'transcription.engine_unreachable';
    }
  };
  const become = (next: ReasonCode | null): void => {
    const wasReady = isKnown && reason === null;
    if (next !== null && next !== reason) log.warn({ reason: next }, 'asr: waiting for the server');
    isKnown = true;
    reason = next;
    if (next !== null || wasReady) return;
    log.info({ engine: name }, 'asr: ready');
    for (const listener of listeners) listener();
  };
  const look = async (): Promise<void> => {
    const found = await ask();
    if (closing.signal.aborted) return;
    become(found);
    if (found !== null) lookLater();
  };
  const lookLater = (): void => {
    if (timer !== undefined || closing.signal.aborted) return;
    const delayMs = lookDelaysMs[Math.min(attempt++, lookDelaysMs.length - 1)] ?? 0;
    timer = setTimeout(() => {
      timer = undefined;
      looking = look();
    }, delayMs);
    timer.unref();
  };

  return {
    start: () => (looking = look()),
    state() {
      if (!isKnown) return { status: 'loading', name, kind: 'remote' };
      return reason === null
        ? { status: 'ok', name, kind: 'remote' }
        : { status: 'failed', name, kind: 'remote', code: reason };
    },
    missing: () => reason,
    onReady: (listener) => void listeners.add(listener),
    reached() {
      attempt = 0;
      clearTimeout(timer);
      timer = undefined;
      become(null);
    },
    lost(found) {
      become(found);
      lookLater();
    },
    async close() {
      closing.abort(new Error('The server is stopping.'));
      clearTimeout(timer);
      listeners.clear();
      await looking;
    },
  };
}
