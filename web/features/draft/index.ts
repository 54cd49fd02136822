export { DeviceModelsHost } from './model/device-models-host.tsx';
export { openDeviceModelsDialog } from './model/device-models.state.ts';
export { openDraftDevice } from './model/draft-device.ts';
export { DraftOffer } from './model/draft-offer.tsx';
