import { openPairingLink } from '#web/features/pairing/link/pairing-link.ts';
import { sendReports, takeCommand } from '#web/features/pairing/link/pairing-calls.ts';
import { log } from '#web/lib/log.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { sleep } from '#web/lib/time.ts';
import { watchBattery } from './battery.ts';
import type { JoinedPairing } from './joined-pairing.ts';
import { endClaim } from './kept-claim.ts';
import { openPhonePairing, type PhonePairing, type PhonePairingDeps } from './phone-pairing.state.ts';

/**
 * Intervals of the reports, ms (see `ReportPace`). A report of the level has the position too, so a state whose position alone has
 * changed is told only once a second.
 */
const pace: PhonePairingDeps['pace'] = {
  lookMs: 200,
  positionMs: 1_000,
  partsMs: 1_000,
  draftMs: 1_000,
  // It is shorter than the time after which the server counts a silent phone as away (10 s).
  awayMs: 8_000,
  againMs: [1_000, 2_000, 4_000, 8_000, 15_000],
};

/** Opens the phone's side of a pairing that was joined and not ended, with what the page has. */
export function openJoinedPairing(joined: JoinedPairing & { claim: string }): PhonePairing {
  const { pairingId, sessionId, personId, claim, guestLanguage } = joined;
  return openPhonePairing({
    pairingId,
    sessionId,
    deps: {
      pace,
      now: () => performance.now(),
      every(ms, run) {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
      sleep,
      openLink: openPairingLink,
      send: (reports, signal) => sendReports(pairingId, claim, reports, signal),
      take: (commandId) => takeCommand(pairingId, commandId, claim),
      battery: watchBattery,
      isOnline: () => navigator.onLine,
      onLetOut(listener) {
        if (guestLanguage === null) return () => {};
        return phonePass.subscribe(() => {
          if (phonePass.token() === null) listener();
        });
      },
      onEnded() {
        endClaim(personId, pairingId);
        phonePass.endClaim(pairingId);
      },
      onFailure: (step, error) => log.warn(`pairing.${step}`, { error: String(error) }),
    },
  });
}
