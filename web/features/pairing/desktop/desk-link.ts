import type { Pairing, PairingEvent } from '#api/contract/pairing.ts';
import { createServerClock, type ServerClock } from '#web/features/pairing/link/server-clock.ts';
import { type Desk, type DeskDeps, type DeskState, nothing } from './desk.ts';
import { latestExpiry } from './desk.rules.ts';
import { take } from './mirror.rules.ts';

export type DeskLink = Disposable & {
  /** Id of the pairing that is followed; null if none is. */
  id(): string | null;
  /** Follows a pairing, and leaves the one before. */
  follow(id: string): void;
  /** Follows a pairing that may be connected, and remembers it for as long as a connected one can live. */
  resume(id: string): void;
  leave(): void;
  /** Takes over what an answer tells of the pairing. */
  know(pairing: Pairing): void;
  onLevel: Desk['onLevel'];
  /** Returns the time of the server now, as far as it is known from the pairing that is followed (see `ServerClock`). */
  serverMs(): ReturnType<ServerClock['at']>;
};

type DeskLinkInput = {
  sessionId: string;
  state: DeskState;
  deps: Pick<DeskDeps, 'openLink' | 'remember' | 'forget' | 'now'>;
};

/** Follows one pairing by its link, and writes what it tells into the state of the desktop. */
export function createDeskLink({ sessionId, state, deps }: DeskLinkInput): DeskLink {
  let id: string | null = null;
  let link: Disposable | null = null;
  let clock = createServerClock();
  const levels = new Set<Parameters<Desk['onLevel']>[0]>();

  const leave = () => {
    id = null;
    link?.[Symbol.dispose]();
    link = null;
  };
  const know = (pairing: Pairing) => {
    state.pairing = pairing;
    state.knownAtMs = deps.now();
    state.wasConnected ||= pairing.state === 'connected';
    if (pairing.state === 'expired') deps.forget(sessionId, pairing.id);
    // While the pairing may be connected, the expiry of its code must not replace the remembered one.
    else if (pairing.state === 'connected' || !state.mayBeConfirmed) deps.remember(sessionId, pairing);
    if (pairing.state !== 'waiting') state.confirmProblem = null;
  };
  const onEvent = (event: PairingEvent) => {
    if (event.event === 'pairing') {
      clock.take(event.now_ms, deps.now());
      return know(event.pairing);
    }
    take(state.mirror, event, deps.now());
    if (event.event !== 'report' || event.report.kind !== 'level') return;
    const { level_dbfs, peaks } = event.report;
    const rmsDbfs = level_dbfs ?? -Infinity;
    for (const listener of levels) listener({ rmsDbfs, peakDbfs: toDbfs(peaks.at(-1)) ?? rmsDbfs });
  };

  const follow = (pairingId: string) => {
    leave();
    id = pairingId;
    clock = createServerClock();
    Object.assign(state, { ...nothing(), step: 'linked' });
    link = deps.openLink({
      pairingId,
      side: 'desktop',
      onEvent: (event) => {
        if (id === pairingId) onEvent(event);
      },
      onState: (next) => {
        if (id === pairingId) state.link = next;
      },
      onEnd() {
        if (id !== pairingId) return;
        deps.forget(sessionId, pairingId);
        state.step = 'gone';
      },
    });
  };

  return {
    id: () => id,
    serverMs: () => clock.at(deps.now()),
    know,
    leave,
    follow,
    resume(pairingId) {
      deps.remember(sessionId, { id: pairingId, expires_at: latestExpiry(Date.now()) });
      follow(pairingId);
      state.mayBeConfirmed = true;
    },
    onLevel(listener) {
      levels.add(listener);
      return () => levels.delete(listener);
    },
    [Symbol.dispose]: leave,
  };
}

/** Returns the level of a peak (0 to 1), dBFS; null for silence, and if there is none. */
const toDbfs = (peak: number | undefined): number | null =>
  peak === undefined || peak <= 0 ? null : 20 * Math.log10(peak);
