import {
  activatePairing,
  askPairingTokens,
  leavePairing,
  resolvePairing,
} from '#web/features/pairing/link/pairing-calls.ts';
import { log } from '#web/lib/log.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { timings } from '#web/lib/time.ts';
import type { JoinDeps } from './join.state.ts';
import { askedJoins } from './asked-join.ts';
import { awaitPass } from './await-pass.ts';
import { unsentPairing } from './unsent-pairing.ts';

/**
 * How a phone joins a pairing without a sign-in (`pairing_quick`). `goesOn`: whether a pairing that an earlier page has joined, or asked
 * to join, is resumed.
 */
export const joinAsGuest = (goesOn: boolean): JoinDeps => ({
  resolve: resolvePairing,
  activate: activatePairing,
  asked: askedJoins(null),
  goesOn,
  unsent: unsentPairing,
  async end(id) {
    const pass = phonePass.read();
    // With a grant another tab may record already.
    if (pass?.pairingId !== id || pass.claim === null || pass.grant) return;
    await leavePairing(id, pass.claim);
  },
  follow: (input) =>
    awaitPass(input, { ask: askPairingTokens, pass: phonePass, timings, now: () => Date.now() }),
  kept() {
    const pass = phonePass.read();
    if (!pass || pass.claim === null) return null;
    const { pairingId, verificationCode, grant } = pass;
    if (grant && Date.now() >= grant.expiresAtMs) return null;
    return { pairingId, title: null, verificationCode, isConnected: grant !== null };
  },
  keep: ({ id, claim, verification_code: verificationCode }) =>
    phonePass.write({ pairingId: id, claim, verificationCode, grant: null }),
  forget(pairingId) {
    // With a grant another tab may record already, so the pass stays.
    const pass = phonePass.read();
    if (pass?.pairingId === pairingId && pass.grant === null) phonePass.forget();
  },
  onFailure: (step, error) => log.warn(`pairing.${step}`, { error: String(error) }),
});
