import type { Clock } from '#api/lib/clock.ts';
import {
  accountRule,
  addressRule,
  createAttempts,
  placeRule,
  takeAttempt,
  type Counted,
} from './attempts.ts';

/** Where a request comes from. `deviceId` is null unless this browser has signed in to the account before. */
export type Place = { address: string; deviceId: string | null };

type SignInAttempt = {
  /**
   * Ends an attempt with the right password: resets the count of this place, and takes the attempt back from the other
   * counts.
   */
  succeed(): void;
  /** Takes back an attempt whose password was not checked. */
  forgive(): void;
};

/** Limits the attempts to sign in: on one account from one place, on one account (`ofAccount`), and from one address. */
export function createSignInLimits(clock: Clock, ofAccount = accountRule) {
  const byPlace = createAttempts(clock, placeRule);
  const byAccount = createAttempts(clock, ofAccount);
  const byAddress = createAttempts(clock, addressRule);

  /**
   * Returns the counts for an attempt. Attempts from a known device are counted separately, so that nobody else can
   * lock the owner out of the account.
   */
  const keysOf = (account: string, { address, deviceId }: Place): [Counted, ...Counted[]] =>
    deviceId === null
      ? [
          [byPlace, `${account} ${address}`],
          [byAccount, account],
          [byAddress, address],
        ]
      : [[byPlace, `${account} ${deviceId}`]];

  return {
    /** Counts an attempt on an account before the password is checked. @throws AppError auth.too_many_attempts */
    take(account: string, place: Place): SignInAttempt {
      const [own, ...shared] = keysOf(account, place);
      takeAttempt([own, ...shared]);
      return {
        succeed() {
          own[0].succeed(own[1]);
          for (const [attempts, key] of shared) attempts.forgive(key);
        },
        forgive() {
          for (const [attempts, key] of [own, ...shared]) attempts.forgive(key);
        },
      };
    },
  };
}
