import type { Pairing, PairingCommand, StartedPairing } from '#api/contract/pairing.ts';
import type { GivenCommand } from '#web/features/pairing/link/pairing-calls.ts';
import type { LinkInput, LinkState } from '#web/features/pairing/link/pairing-link.ts';
import type { Problem } from '#web/lib/api-error.ts';
import { emptyMirror, type Mirror } from './mirror.rules.ts';

export type DeskState = {
  /**
   * `idle`: no pairing. `starting`: the code is being asked for. `failed`: there is no code. `linked`: there is a pairing, which
   * may have ended. `gone`: the server knows nothing of the pairing any more.
   */
  step: 'idle' | 'starting' | 'failed' | 'linked' | 'gone';
  problem: Problem | null;
  /** The code and the address with it. Null for a pairing that was found after a reload: the server tells them once. */
  code: Pick<StartedPairing, 'code' | 'address'> | null;
  link: LinkState;
  /** Null before the link has told it. */
  pairing: Pairing | null;
  /** Monotonic time at which `pairing` arrived, ms. */
  knownAtMs: number;
  /** True once the phone was connected. */
  wasConnected: boolean;
  isConfirming: boolean;
  /** True once a confirmation was sent that the server has not refused. The phone may then be connected, although no answer has come. */
  mayBeConfirmed: boolean;
  confirmProblem: Problem | null;
  /** True if this screen asked for a code, and the server named this pairing instead, because its phone was connected already. */
  isFound: boolean;
  mirror: Mirror;
};

export type DeskDeps = {
  start(sessionId: string): Promise<StartedPairing>;
  confirm(id: string, verificationCode: string): Promise<Pairing>;
  end(id: string): Promise<void>;
  /**
   * Ends a pairing that was never connected. For a connected one it rejects with the `ApiError` `pairing.connected`, and for one that has
   * ended after it was connected with `pairing.expired`.
   */
  endUnconnected(id: string): Promise<void>;
  send(id: string, command: GivenCommand, signal: AbortSignal): Promise<void>;
  openLink(input: LinkInput): Disposable;
  remembered(sessionId: string): string | null;
  remember(sessionId: string, pairing: Pick<Pairing, 'id' | 'expires_at'>): void;
  forget(sessionId: string, id: string): void;
  /** Ms, by a clock that never goes back. */
  now(): number;
  newId(): string;
  /** Longest time that the call with a command may take, ms. */
  commandMs: number;
};

/**
 * What became of a pairing that the person has left. `unused`: it has ended, and was never connected. `connected`: its phone is connected.
 * `over`: it was connected, and has ended. `unknown`: the server gave no answer, or the person has started something else meanwhile.
 */
export type Left = 'unused' | 'connected' | 'over' | 'unknown';

/** The desktop's side of the pairing of one session. */
export type Desk = Disposable & {
  readonly state: DeskState;
  /** Asks for a code. A pairing before it ends. If a phone is connected with the session already, the desktop goes on with that. */
  start(): Promise<void>;
  /** Confirms the phone whose verification code the person has compared. */
  confirm(): Promise<void>;
  /** Ends the pairing, or refuses the phone that waits. Without the server the pairing is left on this screen only. */
  end(): Promise<void>;
  /** Leaves a pairing that is over. */
  leave(): void;
  /**
   * Leaves a pairing before its phone is known to be connected, and ends it. If a phone is connected, the desktop goes on with it. If
   * nobody knows, the pairing stays remembered.
   */
  abandon(): Promise<Left>;
  command(command: PairingCommand): Promise<void>;
  /** Calls `listener` with each level that the phone tells. Returns a function that ends this. */
  onLevel(listener: (level: { rmsDbfs: number; peakDbfs: number }) => void): () => void;
};

export const nothing = (): DeskState => ({
  step: 'idle',
  problem: null,
  code: null,
  link: 'connecting',
  pairing: null,
  knownAtMs: 0,
  wasConnected: false,
  isConfirming: false,
  mayBeConfirmed: false,
  confirmProblem: null,
  isFound: false,
  mirror: emptyMirror(),
});
