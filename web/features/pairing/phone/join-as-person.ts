import { activatePairing, endPairing, resolvePairing } from '#web/features/pairing/link/pairing-calls.ts';
import { openPairingLink } from '#web/features/pairing/link/pairing-link.ts';
import { log } from '#web/lib/log.ts';
import { askedJoins } from './asked-join.ts';
import type { JoinDeps } from './join.state.ts';
import { forgetClaim, keepClaim, keptClaim } from './kept-claim.ts';

/**
 * How a phone joins a pairing in the name of the signed-in person. `goesOn`: whether a pairing that an earlier page has joined, or asked
 * to join, is resumed.
 */
export const joinAsPerson = (personId: string, goesOn: boolean): JoinDeps => ({
  resolve: resolvePairing,
  activate: activatePairing,
  asked: askedJoins(personId),
  goesOn,
  // Recordings of a signed-in person are sent with the sign-in, so joining another pairing leaves none unsent.
  unsent: async () => null,
  end: endPairing,
  follow: ({ pairingId, onPairing, onState, onEnd }) =>
    openPairingLink({
      pairingId,
      side: 'phone',
      onEvent(event) {
        if (event.event === 'pairing') onPairing(event.pairing);
      },
      onState,
      onEnd,
    }),
  kept() {
    const kept = keptClaim(personId);
    if (!kept || kept.claim === null) return null;
    const { pairingId, title } = kept;
    return { pairingId, title, verificationCode: null, isConnected: false };
  },
  keep({ id, session_id, session_title, claim }) {
    const session = { sessionId: session_id ?? '', title: session_title ?? '' };
    keepClaim({ personId, pairingId: id, ...session, claim });
  },
  forget: (pairingId) => forgetClaim(personId, pairingId),
  onFailure: (step, error) => log.warn(`pairing.${step}`, { error: String(error) }),
});
