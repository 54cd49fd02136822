import { setTimeout as passed } from 'node:timers/promises';

/** Waits. @throws the reason of `signal` at once when it is aborted */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await passed(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
