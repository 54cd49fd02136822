import { vi } from 'vitest';

/**
 * Time limit, ms, that is long enough for a busy machine. Usually a condition holds much earlier. A delay that means "never"
 * in a test has to be longer.
 */
const patienceMs = 250_000;

/** Repeats `check` until it does not throw, and resolves with what it returns. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patienceMs, interval: 10 });
