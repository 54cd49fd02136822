import type { ByteSource } from './byte-source.ts';

/**
 * Waits for a part to send: until there are `enough` bytes after `from`, or the source has ended, or there are any
 * bytes at `untilMs` (of `performance.now`). Rejects with the reason of `signal`.
 */
export async function gather(
  source: ByteSource,
  part: { from: number; enough: number; untilMs: number; signal: AbortSignal },
): Promise<true> {
  const { from, enough, untilMs, signal } = part;
  for (;;) {
    const bytes = source.bytes();
    const leftMs = untilMs - performance.now();
    if (source.isFinal() || bytes - from >= enough || (bytes > from && leftMs <= 0)) return true;
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    const waits = [source.more(bytes, either)];
    if (bytes > from) waits.push(pause(leftMs, either));
    try {
      await Promise.race(waits);
    } finally {
      ended.abort();
      for (const wait of waits) wait.catch(() => {});
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
