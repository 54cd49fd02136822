import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { loadPart } from '#web/lib/load-part.ts';
import { closeDeviceModelsDialog, deviceModelsState } from './device-models.state.ts';

// Loaded on demand, because few people open it.
const DeviceModelsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./device-models-dialog.tsx'))).DeviceModelsDialog,
}));

/** The place of the dialog of the models in the page. */
export function DeviceModelsHost() {
  const { isOpen } = useSnapshot(deviceModelsState);
  return <Suspense>{isOpen ? <DeviceModelsDialog onClose={closeDeviceModelsDialog} /> : null}</Suspense>;
}
