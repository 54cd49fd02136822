import type { PairingEnd } from '#api/contract/pairing.ts';
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
type Known = Pick<DeskState, 'step' | 'knownAtMs' | 'wasConnected'> & {
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
 * True while a code is shown that can still be used. The clock of this page decides, because without a link the server cannot
 * tell the end.
 */
export const isUsable = (known: Known, nowMs: number): boolean =>
  (phaseOf(known) === 'code' || phaseOf(known) === 'waiting') && timeLeftMs(known, nowMs) > 0;
