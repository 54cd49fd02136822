import { problemOf } from '#web/lib/api-error.ts';
import type { DeskDeps, DeskState } from './desk.ts';
import type { DeskLink } from './desk-link.ts';
import { isOutage, latestExpiry } from './desk.rules.ts';

type ConfirmationInput = {
  sessionId: string;
  state: DeskState;
  link: DeskLink;
  deps: Pick<DeskDeps, 'confirm' | 'remember'>;
};

/** Creates what lets a phone in. */
export function createConfirmation({ sessionId, state, link, deps }: ConfirmationInput) {
  let underWay: Promise<void> = Promise.resolve();

  async function letIn(asked: string, verificationCode: string): Promise<void> {
    const wasConfirmed = state.mayBeConfirmed;
    // The answer may be lost, and this page be gone then. So the pairing is remembered as one that is connected.
    deps.remember(sessionId, { id: asked, expires_at: latestExpiry(Date.now()) });
    Object.assign(state, { isConfirming: true, mayBeConfirmed: true, confirmProblem: null });
    try {
      const pairing = await deps.confirm(asked, verificationCode);
      if (link.id() === asked) link.know(pairing);
    } catch (error) {
      if (link.id() !== asked) return;
      if (!isOutage(error)) state.mayBeConfirmed = wasConfirmed;
      if (state.pairing?.state === 'waiting') state.confirmProblem = problemOf(error);
    } finally {
      state.isConfirming = false;
    }
  }

  return {
    /** Lets the phone in whose verification code the person has compared. */
    async send(): Promise<void> {
      const asked = link.id();
      const verificationCode = state.pairing?.verification_code ?? null;
      if (asked === null || verificationCode === null || state.isConfirming) return;
      underWay = letIn(asked, verificationCode);
      await underWay;
    },
    /** Resolves when no call is under way. */
    answered: () => underWay,
  };
}
