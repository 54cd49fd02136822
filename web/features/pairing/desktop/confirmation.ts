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

/** Creates the confirmation of the phone that waits. */
export function createConfirmation({ sessionId, state, link, deps }: ConfirmationInput) {
  let underWay: Promise<void> = Promise.resolve();

  async function confirm(asked: string, verificationCode: string): Promise<void> {
    const wasConfirmed = state.mayBeConfirmed;
    // The answer may be lost, and the page may be closed. So the pairing is remembered for as long as a connected one can live.
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
    /** Confirms the phone whose verification code the person has compared. */
    async send(): Promise<void> {
      const asked = link.id();
      const verificationCode = state.pairing?.verification_code ?? null;
      if (asked === null || verificationCode === null || state.isConfirming) return;
      underWay = confirm(asked, verificationCode);
      await underWay;
    },
    /** Resolves when no confirmation is under way. */
    answered: () => underWay,
  };
}
