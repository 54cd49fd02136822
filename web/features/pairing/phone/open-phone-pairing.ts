import { pairingCommandMs } from '#api/contract/pairing.ts';
import { openPairingLink } from '#web/features/pairing/link/pairing-link.ts';
import { sendReports, takeCommand } from '#web/features/pairing/link/pairing-calls.ts';
import { log } from '#web/lib/log.ts';
import { passHeader } from '#web/lib/pass-header.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { sleep } from '#web/lib/time.ts';
import { watchBattery } from './battery.ts';
import type { JoinedPairing } from './joined-pairing.ts';
import { endClaim } from './kept-claim.ts';
import { openPhonePairing, type PhonePairing, type PhonePairingDeps } from './phone-pairing.state.ts';
import { noteRecorded } from './recorded-sessions.ts';

/**
 * Intervals of the reports, ms (see `ReportPace`). A report of the level holds the position too. So a report of the state is
 * sent only once a second if nothing but the position has changed.
 */
const pace: PhonePairingDeps['pace'] = {
  lookMs: 200,
  positionMs: 1_000,
  partsMs: 1_000,
  draftMs: 1_000,
  // It is shorter than the time after which the server counts a silent phone as away (10 s).
  awayMs: 8_000,
  answerMs: 10_000,
  againMs: [1_000, 2_000, 4_000, 8_000, 15_000],
};

/** Opens the phone's side of a pairing that has not ended, with the network, battery and clock of the page. */
export function openJoinedPairing(joined: JoinedPairing & { claim: string }): PhonePairing {
  const { pairingId, sessionId, personId, claim, guestLanguage } = joined;
  const isGuest = guestLanguage !== null;
  // Somebody else may sign in on this phone, also in another tab. The pairing goes on with its own pass.
  const headers = () => (isGuest ? passHeader(pairingId) : {});
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
      openLink: (input) => openPairingLink({ ...input, headers }),
      send: (reports, signal) => sendReports(pairingId, claim, reports, { signal, headers: headers() }),
      take(commandId) {
        // After this time the answer is of no use, and the next command shall not wait for it.
        const signal = AbortSignal.timeout(pairingCommandMs);
        return takeCommand(pairingId, commandId, claim, { signal, headers: headers() });
      },
      battery: watchBattery,
      isOnline: () => navigator.onLine,
      onPassEnded(listener) {
        if (!isGuest) return () => {};
        return phonePass.subscribe(() => {
          const pass = phonePass.read();
          const isValid = pass?.pairingId === pairingId && pass.claim !== null && phonePass.token() !== null;
          if (!isValid) listener(pass?.grant?.isFinished ? 'finished' : 'gone');
        });
      },
      onRecorded: (recordedId) => noteRecorded(pairingId, recordedId),
      onEnded() {
        endClaim(personId, pairingId);
        phonePass.endClaim(pairingId);
      },
      onFailure: (step, error) => log.warn(`pairing.${step}`, { error: String(error) }),
    },
  });
}
