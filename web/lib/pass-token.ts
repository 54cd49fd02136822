import { localStore } from './browser-storage.ts';
import { isRecord } from './is-record.ts';

/** Name of the pass in local storage (`phone-pass.ts`). */
export const passKey = 'pairingPass';

/** The fields of the pass that each screen reads. The code for the other fields is loaded with the recorder of the phone (`phone-pass.ts`). */
type PassHead = { pairingId: string; token: string | null };

/** Returns the head of the pass of a phone that the desktop has confirmed; null if there is none. */
export function passHead(): PassHead | null {
  try {
    const pass: unknown = JSON.parse(localStore.getItem(passKey) ?? 'null');
    if (!isRecord(pass) || !isRecord(pass['grant']) || typeof pass['pairingId'] !== 'string') return null;
    const { token } = pass['grant'];
    return { pairingId: pass['pairingId'], token: typeof token === 'string' ? token : null };
  } catch {
    return null;
  }
}
