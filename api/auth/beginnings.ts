import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';

/** An address may stand for a whole clinic. */
const mostOfAddress = 300;
const mostAddresses = 10_000;

/**
 * Sign-ins that were begun, by address: each leaves a row until it is over, whether anybody goes on with it or not. Counted in
 * memory, in spans as long as such a row lives.
 */
export function createBeginnings(clock: Clock, spanMs: number) {
  let span = 0;
  let counts = new Map<string, number>();
  return {
    /** @throws AppError auth.too_many_attempts with `retry_after_s` */
    take(address: string): void {
      const now = clock.now();
      const current = Math.floor(now / spanMs);
      if (current !== span) {
        span = current;
        counts = new Map();
      }
      const count = counts.get(address) ?? 0;
      if (count >= mostOfAddress || (count === 0 && counts.size >= mostAddresses)) {
        const retry_after_s = Math.ceil(((current + 1) * spanMs - now) / 1000);
        throw new AppError('auth.too_many_attempts', { extra: { retry_after_s } });
      }
      counts.set(address, count + 1);
    },
  };
}
