import { localStore, sessionStore } from './browser-storage.ts';
import { isRecord } from './is-record.ts';

/** Name of the pass in local storage (`phone-pass.ts`). */
export const passKey = 'pairingPass';

/** Name, in session storage, of a pairing that this phone has asked to join (`asked-join.ts`). */
export const askedJoinKey = 'pairingJoin';

/** The fields of the pass that every screen reads. The whole pass is read by `phone-pass.ts`, which is not part of the first screen. */
type PassHead = { pairingId: string; token: string | null };

/** Returns the head of the pass; null before the desktop has confirmed this phone, and if there is no pass. */
export function passHead(): PassHead | null {
  const pass = storedPass();
  if (!pass || !isRecord(pass['grant']) || typeof pass['pairingId'] !== 'string') return null;
  const { token } = pass['grant'];
  return { pairingId: pass['pairingId'], token: typeof token === 'string' ? token : null };
}

/** True if this phone joins a pairing without a sign-in: it has asked for that, or waits at the comparison. */
export function isPassAwaited(): boolean {
  if (sessionStore.getItem(askedJoinKey) !== null) return true;
  const pass = storedPass();
  return pass !== null && typeof pass['claim'] === 'string' && !isRecord(pass['grant']);
}

/**
 * Returns the header with the token of this pairing's pass, for calls that are sent with it even if somebody is signed in. It is empty
 * if this phone has no such token.
 */
export function passHeader(pairingId: string): Record<string, string> {
  const head = passHead();
  return head?.pairingId === pairingId && head.token !== null
    ? { authorization: `Bearer ${head.token}` }
    : {};
}

function storedPass(): Record<string, unknown> | null {
  try {
    const pass: unknown = JSON.parse(localStore.getItem(passKey) ?? 'null');
    return isRecord(pass) ? pass : null;
  } catch {
    return null;
  }
}
