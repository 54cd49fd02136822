import { proxy } from 'valtio';

/** Whether the dialog of the models is open. It is one for the page, because the menu and other screens open it. */
export const deviceModelsState = proxy({ isOpen: false });

export function openDeviceModelsDialog(): void {
  deviceModelsState.isOpen = true;
}

export function closeDeviceModelsDialog(): void {
  deviceModelsState.isOpen = false;
}
