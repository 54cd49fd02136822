import { isApiError } from '#web/lib/api-error.ts';
import { type Desk, type DeskDeps, type DeskState, type Left, nothing } from './desk.ts';
import type { DeskLink } from './desk-link.ts';

type AbandonInput = {
  sessionId: string;
  state: DeskState;
  link: DeskLink;
  deps: Pick<DeskDeps, 'remembered' | 'forget' | 'endUnconnected'>;
  /** Resolves when no confirmation is under way. */
  confirmed(): Promise<void>;
  /** Lets the answers to earlier requests for a code be ignored. Returns a function that is true until the person does something else. */
  begin(): () => boolean;
  /** Aborted once the screen of the session is gone. */
  signal: AbortSignal;
};

/** Creates `Desk.abandon`. */
export const createAbandon =
  ({ sessionId, state, link, deps, confirmed, begin, signal }: AbandonInput): Desk['abandon'] =>
  async () => {
    const isLast = begin();
    // If the last request for a code failed, no pairing is followed, and the one before may still live.
    const left = link.id() ?? deps.remembered(sessionId);
    const mayBeConnected = state.mayBeConfirmed;
    if (left !== null && mayBeConnected) {
      // The phone may record. So this screen shows the mirror of it until the server has answered, and no recorder of its own.
      link.resume(left);
      await confirmed();
      if (!isLast()) return 'unknown';
    } else {
      link.leave();
      Object.assign(state, nothing());
    }
    if (left === null) return 'unused';
    const became = await deps.endUnconnected(left).then(() => 'unused' as const, toLeft);
    if (became === 'unused' || became === 'over') deps.forget(sessionId, left);
    if (!isLast()) return 'unknown';
    if (signal.aborted) return became;
    if (became === 'connected' && link.id() !== left) link.resume(left);
    if (mayBeConnected && (became === 'unused' || became === 'over')) {
      link.leave();
      Object.assign(state, nothing());
    }
    return became;
  };

function toLeft(error: unknown): Left {
  if (isApiError(error, 'pairing.connected')) return 'connected';
  if (isApiError(error, 'pairing.expired')) return 'over';
  return isApiError(error, 'pairing.not_found') ? 'unused' : 'unknown';
}
