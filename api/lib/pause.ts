import { setTimeout as passed } from 'node:timers/promises';

/** Waits for `ms`. @throws the reason of `signal` as soon as it is aborted */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await passed(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
