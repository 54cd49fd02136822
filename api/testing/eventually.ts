import { vi } from 'vitest';

/** Patience for a busy machine; what is waited for comes as quickly as it can. */
const patienceMs = 100_000;

/** Checks again and again until it holds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patienceMs, interval: 5 });
