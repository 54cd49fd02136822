import type { Me } from '#api/contract/auth.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { isTokenOf } from '#web/lib/token-subject.ts';
import { toMe } from './me.rules.ts';

/** Key in local storage. */
export const profileKey = 'profile';

/** Stores the profile on this device, so that the page opens without a server. A sign-out removes it. */
export function storeProfile(me: Me): void {
  try {
    localStore.setItem(profileKey, JSON.stringify(me));
  } catch {
    // The device is full. Without a server the page then leads to the sign-in.
  }
}

/** Returns the stored profile of the person with these tokens; null if there is none, or that of somebody else. */
export function readStoredProfile(accessToken: string | null): Me | null {
  try {
    const me = toMe(JSON.parse(localStore.getItem(profileKey) ?? 'null'));
    return me?.authenticated && isTokenOf(accessToken, me.userDb.id) ? me : null;
  } catch {
    return null;
  }
}

export const removeStoredProfile = (): void => localStore.removeItem(profileKey);
