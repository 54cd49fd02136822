import { type PairingEnd, pairingMs } from '#api/contract/pairing.ts';
import { isApiError } from '#web/lib/api-error.ts';
import type { DeskState } from './desk.ts';

/**
 * What the desktop shows. `looking`: a pairing is remembered, and the server has not told its state yet. `codeless`: a code is
 * valid that only the page before a reload knew.
 */
export type DeskPhase =
  | 'none'
  | 'starting'
  | 'failed'
  | 'looking'
  | 'codeless'
  | 'code'
  | 'waiting'
  | 'connected'
  | 'over';

/** The parts of the state from which its phase and its end follow. A snapshot of valtio has them too. */
type Known = Pick<DeskState, 'step' | 'knownAtMs' | 'wasConnected' | 'mayBeConfirmed'> & {
  readonly code: object | null;
  readonly pairing: Pick<NonNullable<DeskState['pairing']>, 'state' | 'ended' | 'expires_in_ms'> | null;
};

export function phaseOf({ step, code, pairing }: Known): DeskPhase {
  if (step === 'idle') return 'none';
  if (step === 'starting' || step === 'failed') return step;
  if (step === 'gone') return 'over';
  if (!pairing) return 'looking';
  if (pairing.state === 'preparing') return code ? 'code' : 'codeless';
  return pairing.state === 'expired' ? 'over' : pairing.state;
}

/** Why a pairing is over. If the server knows no more of it, a code has ended by time, and a connection somehow. */
export const endOf = ({ pairing, wasConnected }: Known): PairingEnd =>
  pairing?.ended ?? (wasConnected ? 'closed' : 'time');

/** Returns the time until the end of the code or of the pairing, ms. */
export const timeLeftMs = ({ pairing, knownAtMs }: Known, nowMs: number): number =>
  pairing ? Math.max(0, pairing.expires_in_ms - (nowMs - knownAtMs)) : 0;

/**
 * Returns the phase that the dialog shows. The clock of this page tells that a code has expired, because without a link the server
 * cannot. If a confirmation was sent, only the server knows whether the pairing has expired or is connected.
 */
export function shownPhaseOf(known: Known, nowMs: number): DeskPhase {
  const phase = phaseOf(known);
  if ((phase !== 'code' && phase !== 'waiting') || timeLeftMs(known, nowMs) > 0) return phase;
  return known.mayBeConfirmed ? 'looking' : 'over';
}

/** Returns the latest possible expiry of a pairing that is confirmed at `nowMs`, as an ISO time. */
export const latestExpiry = (nowMs: number): string => new Date(nowMs + pairingMs).toISOString();

/** True if the server could not be reached, or failed. It may have carried out the call all the same. */
export const isOutage = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500);
