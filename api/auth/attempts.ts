import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';

/** How many attempts are free, and how the wait grows after them: doubled each time, up to the longest. */
export type AttemptRule = { free: number; firstWaitMs: number; longestWaitMs: number; forgetMs: number };

export const accountRule: AttemptRule = {
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
};
/** An address may stand for a whole clinic. */
export const addressRule: AttemptRule = { ...accountRule, free: 50 };

type Entry = { count: number; blockedUntil: number; lastAt: number };
const maxEntries = 50_000;

export type Attempts = ReturnType<typeof createAttempts>;

/** Counts attempts by key in memory. An attempt counts before it is checked, so that many at once gain nothing. */
export function createAttempts(clock: Clock, rule: AttemptRule) {
  const entries = new Map<string, Entry>();

  const forgetOld = (now: number) => {
    for (const [key, { lastAt }] of entries) {
      if (now - lastAt < rule.forgetMs && entries.size <= maxEntries) return;
      entries.delete(key);
    }
  };

  return {
    /** @throws AppError auth.too_many_attempts with `retry_after_s` */
    take(key: string): void {
      const now = clock.now();
      forgetOld(now);
      const { count, blockedUntil } = entries.get(key) ?? { count: 0, blockedUntil: 0 };
      if (now < blockedUntil) {
        const retry_after_s = Math.ceil((blockedUntil - now) / 1000);
        throw new AppError('auth.too_many_attempts', { extra: { retry_after_s } });
      }
      const over = count + 1 - rule.free;
      const waitMs = over < 0 ? 0 : Math.min(rule.firstWaitMs * 2 ** over, rule.longestWaitMs);
      // the map keeps its order of insertion: the oldest stand first
      entries.delete(key);
      entries.set(key, { count: count + 1, blockedUntil: now + waitMs, lastAt: now });
    },

    /** The key has proved itself: nothing is held against it any more. */
    succeed(key: string): void {
      entries.delete(key);
    },

    /** The last attempt was a good one and does not count; those before it do. */
    forgive(key: string): void {
      const entry = entries.get(key);
      if (entry) entries.set(key, { ...entry, count: entry.count - 1, blockedUntil: 0 });
    },
  };
}
