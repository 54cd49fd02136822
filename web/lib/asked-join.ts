import { sessionStore } from './browser-storage.ts';
import { storedRecord } from './stored-record.ts';

/** Name, in session storage, of the pairing that this tab has asked to join. */
export const askedJoinKey = 'pairingJoin';

/** Returns what is stored of that pairing; null if there is nothing, or if its code can no longer be used. */
export function readAskedJoin(): Record<string, unknown> | null {
  const asked = storedRecord(sessionStore, askedJoinKey);
  return Number(asked['endsAtMs']) > Date.now() ? asked : null;
}
