import type { Accounts } from '#api/auth/accounts.ts';
import type { AttemptRule } from '#api/auth/attempts.ts';
import type { FactorSignIn } from '#api/auth/factor-sign-in.ts';
import { hourMs, minuteMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import type { DomainStore } from '#api/domain/domain.store.ts';
import type { SignInStore } from '#api/engines/identity/sign-in.store.ts';
import type { MailSender } from '#api/engines/mail/mail.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import type { SecondFactors } from '#api/second-factor/second-factors.ts';

/** What the routes of accounts need of the embedded provider. */
export type LocalAccounts = {
  accounts: Accounts;
  signIns: SignInStore;
  factors: SecondFactors;
  factorSignIn: Pick<FactorSignIn, 'check'>;
};

/** What the work on accounts needs. */
export type AccountDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  domains: Pick<DomainStore, 'tenantOfKey'>;
  publicUrl: string;
  /** Null if outgoing mail is not set up. */
  sender: MailSender | null;
  /** The accounts of the embedded provider; null where another provider signs people in. */
  local: LocalAccounts | null;
};

/** @throws AppError auth.not_local */
export function orNotLocal<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('auth.not_local');
  return value;
}

/** Letters that somebody has sent to one address. There is always a link that works, so a wait locks nobody out. */
export const letterRule: AttemptRule = {
  free: 3,
  firstWaitMs: minuteMs,
  longestWaitMs: 15 * minuteMs,
  forgetMs: hourMs,
};
