import { useEffect, useState } from 'react';
import { pairingCommandMs } from '#api/contract/pairing.ts';
import {
  confirmPairing,
  endPairing,
  endUnconnected,
  sendCommand,
  startPairing,
} from '#web/features/pairing/link/pairing-calls.ts';
import { openPairingLink } from '#web/features/pairing/link/pairing-link.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import type { Desk, DeskDeps } from './desk.ts';
import { createDesk } from './desk.state.ts';
import { forgetPairing, rememberedPairing, rememberPairing } from './remembered-pairing.ts';

const ofPage: DeskDeps = {
  start: startPairing,
  confirm: confirmPairing,
  end: endPairing,
  endUnconnected,
  send: sendCommand,
  openLink: openPairingLink,
  remembered: rememberedPairing,
  remember: rememberPairing,
  forget: forgetPairing,
  now: () => performance.now(),
  newId: () => crypto.randomUUID(),
  commandMs: pairingCommandMs,
};

/** Returns the desktop's side of the pairing of a session; null before it is there. */
export const useDesk = (sessionId: string): Desk | null =>
  useOwned(sessionId, () => createDesk(sessionId, ofPage));

/** Returns the time of the clock that never goes back, ms. It is updated every `everyMs` while `isTicking`. */
export function useClock(isTicking: boolean, everyMs = 250): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNowMs(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [isTicking, everyMs]);
  return nowMs;
}
