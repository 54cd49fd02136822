import { hourMs, minuteMs } from '#api/contract/time.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Clock } from '#api/lib/clock.ts';
import { createAttempts, takeAttempt, type AttemptRule, type Counted } from '#api/auth/attempts.ts';

/** Limit of wrong codes per person. A code has 40 bits, so the growing wait only has to stop scripts. */
const guessRule: AttemptRule = {
  free: 10,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * minuteMs,
  forgetMs: hourMs,
};
/**
 * Limit of wrong codes from one address, of callers without a sign-in. People of one house may share an address, so the wait is short and
 * the count falls with time: about 60 codes an hour.
 */
const guestAddressRule: AttemptRule = {
  free: 10,
  firstWaitMs: 1_000,
  longestWaitMs: minuteMs,
  forgetMs: hourMs,
  forgiveMs: 5 * minuteMs,
};
/** Limit of wrong codes of guests on one host, from all addresses. The limit is high, so that a few addresses cannot lock the others out. */
const guestHostRule: AttemptRule = {
  free: 300,
  firstWaitMs: 1_000,
  longestWaitMs: minuteMs,
  forgetMs: hourMs,
  forgiveMs: hourMs / 300,
};
/** Limit of started pairings per person. Renewing a code starts a pairing. */
const startRule: AttemptRule = {
  free: 40,
  firstWaitMs: 5_000,
  longestWaitMs: 5 * minuteMs,
  forgetMs: hourMs,
  forgiveMs: minuteMs,
};

export type PairingLimits = ReturnType<typeof createPairingLimits>;

/** A caller without a sign-in: the key of the tenant, and the address as limits count it (`clientAddress`). */
export type Guest = { host: string; address: string };
export const isGuest = (by: object): by is Guest => 'address' in by;

/**
 * Limits how many codes a person tries, and how many pairings they start. Addresses of people who are signed in are not counted: they find
 * their own codes only, so many people at one address find no more. Somebody without a sign-in finds the codes of the whole host, so
 * address and host are counted.
 */
export function createPairingLimits(clock: Clock) {
  const byPerson = createAttempts(clock, guessRule);
  const byAddress = createAttempts(clock, guestAddressRule);
  const byHost = createAttempts(clock, guestHostRule);
  const starts = createAttempts(clock, startRule);
  const keyOf = ({ host, userId }: Owner): string => `${host} ${userId}`;

  return {
    /**
     * Counts a code before it is looked for, so that codes which are tried at the same time count too. Returns a function that takes
     * the count back because the code was right; earlier wrong ones still count.
     * @throws AppError `pairing.too_many`
     */
    guess(by: Owner | Guest): () => void {
      const counted: readonly Counted[] = isGuest(by)
        ? [
            [byAddress, by.address],
            [byHost, by.host],
          ]
        : [[byPerson, keyOf(by)]];
      takeAttempt(counted, 'pairing.too_many');
      return () => {
        for (const [attempts, key] of counted) attempts.forgive(key);
      };
    },

    /** Counts a pairing that begins. @throws AppError `pairing.too_many` */
    start: (owner: Owner): void => takeAttempt([[starts, keyOf(owner)]], 'pairing.too_many'),
  };
}
