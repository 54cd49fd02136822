import { proxy } from 'valtio';
import { localStore } from '#web/lib/browser-storage.ts';

const storageKey = 'singleKeys';

/**
 * Whether single-character shortcuts are switched on, stored on this device (WCAG 2.1.4). Typing in fields and
 * shortcuts with several keys do not depend on it.
 */
export const singleKeys = proxy({ isOn: localStore.getItem(storageKey) !== 'off' });

export function setSingleKeys(isOn: boolean): void {
  singleKeys.isOn = isOn;
  if (isOn) localStore.removeItem(storageKey);
  else localStore.setItem(storageKey, 'off');
}
