import { vi } from 'vitest';

/** Time limit for a busy machine; usually a condition holds much earlier. */
const patienceMs = 100_000;

export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patienceMs, interval: 5 });
