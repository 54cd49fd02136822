import { pairingCodeMs } from '#api/contract/pairing.ts';
import { sessionStore } from '#web/lib/browser-storage.ts';
import { askedJoinKey, readAskedJoin } from '#web/lib/asked-join.ts';

/** A pairing that this phone has asked to join, and no answer has arrived. The call can be repeated, because its answer may be lost. */
export type AskedJoin = {
  pairingId: string;
  code: string;
  /** The secret of this phone, which it has made itself. */
  claim: string;
  /** Null for a phone without a sign-in, which does not know the title yet. */
  title: string | null;
};

export type AskedJoins = {
  /** Returns what is stored; null if there is nothing, and after the time in which the code can be used. */
  read(): AskedJoin | null;
  keep(asked: AskedJoin): void;
  forget(): void;
};

/**
 * Returns the store of the pairing that this tab has asked to join as this person, or, with `personId` null, without a sign-in. It
 * survives a reload.
 */
export const askedJoins = (personId: string | null): AskedJoins => ({
  read() {
    const asked = readAskedJoin();
    if (!asked || asked['personId'] !== personId) return null;
    const { pairingId, code, claim, title } = asked;
    if (typeof pairingId !== 'string' || typeof code !== 'string' || typeof claim !== 'string') return null;
    return { pairingId, code, claim, title: typeof title === 'string' ? title : null };
  },
  keep(asked) {
    try {
      const endsAtMs = Date.now() + pairingCodeMs;
      sessionStore.setItem(askedJoinKey, JSON.stringify({ ...asked, personId, endsAtMs }));
    } catch {
      // The storage is full. Then this page cannot repeat the call after a reload.
    }
  },
  forget: () => sessionStore.removeItem(askedJoinKey),
});
