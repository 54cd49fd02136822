import type { ErrorCode } from '#api/contract/errors.ts';
import { dayMs, hourMs, minuteMs } from '#api/contract/time.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';

/**
 * A limit on attempts. The first `free` attempts need no wait. Then the wait begins with `firstWaitMs` and doubles with each
 * attempt, up to `longestWaitMs`. The count is reset after `forgetMs` without an attempt. Where `forgiveMs` is set, the count
 * also falls by one for each `forgiveMs` that passes without an attempt.
 */
export type AttemptRule = {
  free: number;
  firstWaitMs: number;
  longestWaitMs: number;
  forgetMs: number;
  forgiveMs?: number;
};

/** Attempts on one account from one place, which is an IP address or a known device. */
export const placeRule: AttemptRule = {
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * minuteMs,
  forgetMs: hourMs,
};
/** Attempts on one account from all addresses. The limit is high, so that a few addresses cannot lock its owner out. */
export const accountRule: AttemptRule = {
  free: 100,
  firstWaitMs: 1_000,
  longestWaitMs: minuteMs,
  forgetMs: hourMs,
  forgiveMs: hourMs / 100,
};
/**
 * Attempts on the codes of an authenticator app of one account, from all addresses. This rule allows fewer attempts
 * than the one for passwords, because whoever enters a code already knows the password, and a code has only six
 * digits. After the free attempts, a guesser has about one attempt an hour, whatever the number of their addresses.
 */
export const factorRule: AttemptRule = {
  free: 20,
  firstWaitMs: 30_000,
  longestWaitMs: hourMs,
  forgetMs: dayMs,
  forgiveMs: hourMs,
};
/** Attempts from one IP address on all accounts. All people of an organisation may share the address. */
export const addressRule: AttemptRule = {
  free: 50,
  firstWaitMs: 1_000,
  longestWaitMs: minuteMs,
  forgetMs: hourMs,
  forgiveMs: hourMs / 50,
};
/**
 * Registrations from one IP address. The first 200 need no wait, because the people of an organisation may share one address and
 * all register on the same day.
 */
export const registrationRule: AttemptRule = { ...addressRule, free: 200, forgiveMs: hourMs / 200 };

type Entry = { count: number; blockedUntil: number; lastAt: number };
const maxEntries = 50_000;

type Attempts = ReturnType<typeof createAttempts>;

/** Counts the attempts under each key, and says how long the next one has to wait. */
export function createAttempts(clock: Clock, rule: AttemptRule) {
  const entries = new Map<string, Entry>();

  const forgetOld = (now: number) => {
    for (const [key, { lastAt }] of entries) {
      if (now - lastAt < rule.forgetMs && entries.size <= maxEntries) return;
      entries.delete(key);
    }
  };
  const countOf = ({ count, lastAt }: Entry, now: number): number =>
    rule.forgiveMs === undefined ? count : Math.max(0, count - Math.floor((now - lastAt) / rule.forgiveMs));

  return {
    /** Returns the remaining wait before the next attempt, ms. */
    waitMs: (key: string): number => Math.max(0, (entries.get(key)?.blockedUntil ?? 0) - clock.now()),

    count(key: string): void {
      const now = clock.now();
      forgetOld(now);
      const entry = entries.get(key);
      const count = (entry ? countOf(entry, now) : 0) + 1;
      const over = count - rule.free;
      const waitMs = over < 0 ? 0 : Math.min(rule.firstWaitMs * 2 ** over, rule.longestWaitMs);
      // A Map keeps its order of insertion, so the oldest entries come first.
      entries.delete(key);
      entries.set(key, { count, blockedUntil: now + waitMs, lastAt: now });
    },

    /** Resets the count after a successful attempt. */
    succeed(key: string): void {
      entries.delete(key);
    },

    /** Takes back one attempt, which was right, and ends the wait. Earlier wrong attempts still count. */
    forgive(key: string): void {
      const entry = entries.get(key);
      if (entry) entries.set(key, { ...entry, count: entry.count - 1, blockedUntil: 0 });
    },
  };
}

export type Counted = readonly [attempts: Attempts, key: string];

/**
 * Counts one attempt under each key, before the password or code is checked, so that parallel attempts are counted too. If one of
 * the keys must still wait, the attempt is refused and counted under none.
 * @throws AppError with `code` and `retry_after_s`
 */
export function takeAttempt(counted: readonly Counted[], code: ErrorCode = 'auth.too_many_attempts'): void {
  const waitMs = Math.max(...counted.map(([attempts, key]) => attempts.waitMs(key)));
  if (waitMs > 0) throw new AppError(code, { extra: { retry_after_s: Math.ceil(waitMs / 1000) } });
  for (const [attempts, key] of counted) attempts.count(key);
}
