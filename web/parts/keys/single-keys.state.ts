import { proxy } from 'valtio';

const storageKey = 'singleKeys';

/**
 * Whether single-character shortcuts are switched on, stored on this device (WCAG 2.1.4). Typing in fields and
 * shortcuts with several keys do not depend on it.
 */
export const singleKeys = proxy({ isOn: localStorage.getItem(storageKey) !== 'off' });

export function setSingleKeys(isOn: boolean): void {
  singleKeys.isOn = isOn;
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
