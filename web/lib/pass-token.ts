import { localStore } from './browser-storage.ts';
import { isRecord } from './is-record.ts';
import { storedRecord } from './stored-record.ts';

/** Name of the pass in local storage (`phone-pass.ts`). */
export const passKey = 'pairingPass';

/** The fields of the pass that every screen reads. The whole pass is read by `phone-pass.ts`, which is not part of the first screen. */
type PassHead = { pairingId: string; token: string | null };

/** Returns the head of the pass; null before the desktop has confirmed this phone, and if there is no pass. */
export function passHead(): PassHead | null {
  const { pairingId, grant } = storedRecord(localStore, passKey);
  if (!isRecord(grant) || typeof pairingId !== 'string') return null;
  const { token } = grant;
  return { pairingId, token: typeof token === 'string' ? token : null };
}
