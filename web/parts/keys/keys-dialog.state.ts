import { proxy } from 'valtio';

/** Whether the overview of all keys is shown. The shell shows it, and any screen may open it. */
export const keysDialog = proxy({ isOpen: false });

export function openKeysDialog(): void {
  keysDialog.isOpen = true;
}

export function closeKeysDialog(): void {
  keysDialog.isOpen = false;
}
