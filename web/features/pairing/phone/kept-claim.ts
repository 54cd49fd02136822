import { localStore } from '#web/lib/browser-storage.ts';
import { storedRecord } from '#web/lib/stored-record.ts';

/** The pairing that this phone has joined. It is stored, so that it goes on after the page was reloaded. */
export type KeptClaim = {
  /** The person who joined. Nobody else on this phone goes on with it. */
  personId: string;
  pairingId: string;
  sessionId: string;
  /** Empty after the pairing has ended. */
  title: string;
  /** The secret of this phone. Null after the pairing has ended; the recording may still run then. */
  claim: string | null;
};

const storageKey = 'pairingClaim';

export function keepClaim(claim: KeptClaim): void {
  try {
    localStore.setItem(storageKey, JSON.stringify(claim));
  } catch {
    // The storage is full. Then the pairing is lost with this page.
  }
}

/** Returns what this person has joined last on this device; null if there is nothing, or if it is another pairing. */
export function keptClaim(personId: string, pairingId?: string): KeptClaim | null {
  const kept = stored();
  if (!kept || kept.personId !== personId) return null;
  return pairingId === undefined || kept.pairingId === pairingId ? kept : null;
}

/** Removes the secret and the title of a pairing that has ended. */
export function endClaim(personId: string, pairingId: string): void {
  const kept = keptClaim(personId, pairingId);
  if (kept && kept.claim !== null) keepClaim({ ...kept, title: '', claim: null });
}

export function forgetClaim(personId: string, pairingId: string): void {
  if (keptClaim(personId, pairingId)) localStore.removeItem(storageKey);
}

/** Removes the stored pairing of whoever joined one, because other people may use this device. */
export const forgetAnyClaim = (): void => localStore.removeItem(storageKey);

function stored(): KeptClaim | null {
  const { personId, pairingId, sessionId, title, claim } = storedRecord(localStore, storageKey);
  if (typeof personId !== 'string' || typeof pairingId !== 'string') return null;
  if (typeof sessionId !== 'string' || typeof title !== 'string') return null;
  return { personId, pairingId, sessionId, title, claim: typeof claim === 'string' ? claim : null };
}
