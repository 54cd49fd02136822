import { hourMs, minuteMs } from '#api/contract/time.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Clock } from '#api/lib/clock.ts';
import { createAttempts, takeAttempt, type AttemptRule } from '#api/auth/attempts.ts';

/** Limit of wrong codes per person. A code has 40 bits, so the growing wait only has to stop scripts. */
const guessRule: AttemptRule = {
  free: 10,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * minuteMs,
  forgetMs: hourMs,
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

/**
 * Limits how many codes a person tries, and how many pairings they start. Addresses are not counted: a code is bound to its person, so
 * many people at one address find no more.
 */
export function createPairingLimits(clock: Clock) {
  const byPerson = createAttempts(clock, guessRule);
  const starts = createAttempts(clock, startRule);
  const keyOf = ({ host, userId }: Owner): string => `${host} ${userId}`;

  return {
    /**
     * Counts a code before it is looked for, so that codes which are tried at the same time count too. Returns a function that takes
     * the count back because the code was right; earlier wrong ones still count.
     * @throws AppError `pairing.too_many`
     */
    guess(owner: Owner): () => void {
      takeAttempt([[byPerson, keyOf(owner)]], 'pairing.too_many');
      return () => byPerson.forgive(keyOf(owner));
    },

    /** Counts a pairing that begins. @throws AppError `pairing.too_many` */
    start: (owner: Owner): void => takeAttempt([[starts, keyOf(owner)]], 'pairing.too_many'),
  };
}
