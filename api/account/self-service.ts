import type { DomainAdmin } from '#api/domain/domain-admin.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AccountDeps } from './account-deps.ts';
import { createBackground } from './background.ts';
import { createAccountClosing } from './close-account.ts';
import { createAddressConfirmation } from './confirm-address.ts';
import { createForgottenPassword } from './forgotten-password.ts';
import { createResetLinks } from './make-reset-link.ts';
import { createOwnAccount } from './own-account.ts';
import { createOwnSecondFactor } from './own-second-factor.ts';
import { createFactorResets } from './reset-second-factor.ts';
import { createSecondFactorNews } from './second-factor-news.ts';

type Deps = AccountDeps & {
  domainAdmin: Pick<DomainAdmin, 'known'>;
  sessions: Pick<SessionStore, 'remove'>;
  clear(sessionId: string): Promise<void>;
};

export type SelfService = ReturnType<typeof createSelfService>;

/** Creates all that people do with their accounts, and what a superuser does for them. */
export function createSelfService(deps: Deps) {
  const background = createBackground(deps.log);
  const own = createOwnAccount(deps);
  const closing = createAccountClosing({ ...deps, own });
  const { tell, onRecoveryCode } = createSecondFactorNews({ ...deps, background });
  return {
    own,
    secondFactor: createOwnSecondFactor({ ...deps, own, tell }),
    forgotten: createForgottenPassword({ ...deps, background }),
    confirmation: createAddressConfirmation(deps),
    resetLink: createResetLinks({ ...deps, known: deps.domainAdmin.known }),
    /** Tells people by mail that somebody has signed in with one of their recovery codes. */
    signInNews: { onRecoveryCode },
    resetSecondFactor: createFactorResets({ ...deps, known: deps.domainAdmin.known, tell }),
    closeAccount: closing.close,
    /** Deletes what closed accounts have left, now and every hour. Returns a function that waits for all work under way. */
    start(): () => Promise<void> {
      const keeper = closing.keep();
      return async () => void (await Promise.all([keeper.close(), background.close(), closing.settled()]));
    },
  };
}
