import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';

/**
 * Number of sign-ins that one IP address may begin in each span. All people of an organisation may share the address.
 */
const mostOfAddress = 300;
const mostAddresses = 10_000;

/**
 * Limits how many sign-ins an IP address may begin. Each one leaves a row in the database until it expires, whether it is
 * completed or not. The counts are kept in memory and reset after each span of `spanMs`, the lifetime of such a row. If there
 * are too many addresses, the least recently used one is forgotten, so that nobody is refused because of others.
 */
export function createBeginnings(clock: Clock, spanMs: number) {
  let span = 0;
  let counts = new Map<string, number>();
  return {
    /** Counts a sign-in that begins at this address. @throws AppError auth.too_many_attempts with `retry_after_s` */
    take(address: string): void {
      const now = clock.now();
      const current = Math.floor(now / spanMs);
      if (current !== span) {
        span = current;
        counts = new Map();
      }
      const count = counts.get(address) ?? 0;
      // A Map keeps its order of insertion, so the first key is the least recently used one.
      counts.delete(address);
      counts.set(address, Math.min(count + 1, mostOfAddress));
      if (counts.size > mostAddresses) counts.delete(counts.keys().next().value!);
      if (count < mostOfAddress) return;
      const retry_after_s = Math.ceil(((current + 1) * spanMs - now) / 1000);
      throw new AppError('auth.too_many_attempts', { extra: { retry_after_s } });
    },
  };
}
